// What programmers call what a request does: code English, in small letters. Plurals in `s` need no line of their own (judge-request.ts).
import type { NamedKind } from '../guard/words.schema.js';

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

type ByKind = Readonly<Record<NamedKind, ReadonlySet<string>>>;

/** Risky wherever they stand in what is called. */
export const riskyVerbs: ByKind = {
  deletes: words(
    'delete del destroy erase purge wipe cancel void revoke terminate deactivate trash discard uninstall prune decommission retire evict annul unsubscribe unregister remove clear empty',
  ),
  pays: words(
    'pay charge refund purchase buy checkout subscribe renew withdraw payout donate redeem bid prepay cashout recharge topup accrue',
  ),
  sends: words(
    'send resend publish unpublish unshare invite reinvite notify tweet retweet broadcast deploy redeploy dispatch announce crosspost repost merge share forward',
  ),
  agrees: words('agree sign countersign approve consent decline reject attest esign unapprove'),
  transfers: words('impersonate handover transfer delegate'),
  configures: words(
    'enable disable activate suspend unsuspend ban unban kick reboot restart shutdown poweroff rotate reset regenerate rollback promote demote authorize logout signout failover provision install restrict unrestrict restriction restore silence unsilence disconnect',
  ),
};

/** Risky where they are what is made or changed: the last word of a path that is no id, or the one before it where that one says nothing. */
export const riskyThings: ByKind = {
  deletes: words('deletion removal cancellation revocation termination'),
  pays: words(
    'payment charge refund order invoice checkout payout transfer transaction purchase billing deposit withdrawal coupon dispute mandate booking reservation bid settlement balance topup capture authorization reversal shipment fulfillment payroll loan payee beneficiary donation iban remittance money payable receivable claim offer bank subscriptions credit debit',
  ),
  sends: words(
    'message email mail comment reply invitation invite sms mms status tweet announcement campaign broadcast newsletter release fax call submission attendee ticket send conversation post',
  ),
  agrees: words('agreement tos consent signature contract approval envelope acceptance eula'),
  transfers: words('ownership'),
  configures: words(
    'member membership collaborator role permission policy key keypair token secret credential webhook hook admin administrator moderator owner password mfa totp certificate firewall dns domain access acl grant identity idp oauth sso saml ssh gpg integration installation deployment rolebinding binding security protection app scheme registration',
  ),
};

/** What they say of a request is as harmless as a request can be; risky words beside them outrank them. */
export const freeWords: Readonly<Record<'looks' | 'tells', ReadonlySet<string>>> = {
  looks: words(
    'search query filter find lookup suggest suggestion autocomplete typeahead validate validation preview estimate calculate calculator count check exists get fetch load read view render diff compare parse analyze introspect simulate dryrun aggregate evaluate list propose',
  ),
  tells: words(
    'collect collector track tracking vital presence log logging heartbeat beacon metric analytics telemetry ping rum impression pageview pixel csp stat typing keepalive crash',
  ),
};

/** Taken back as easily as given, and nobody else's: not risky by their method or a verb alone. */
export const takenBack = words(
  'star starred like favorite favourite bookmark vote upvote downvote reaction watchlist wishlist follow following follower recommendation seen watched suggestion push playlist album episode show movie',
);

/** Easily undone: not risky by what they belong to. */
export const lightThings = words(
  'draft read unread mute unmute cart basket history recent progress rating unfollow untrash undelete pin unpin note label tag avatar photo copy hide unhide position column property preference folder update edit rename modify resolve data verification',
);

/** Of what is there already these change what it is called, no more. */
export const lightFields = words('name title description label tag color colour icon metadata expand position note etag id kind');

/** Fields, by what they make of the request that has them. All of one group have to be there. */
export const riskyFields: readonly { readonly kind: NamedKind; readonly all: readonly RegExp[] }[] = [
  { kind: 'pays', all: [/^(?:amount|total)$/, /currency|card|iban|source|payment|beneficiary|recipient|payee/] },
  { kind: 'pays', all: [/card_?number|cvc|cvv|iban/] },
  { kind: 'sends', all: [/^(?:to|cc|bcc|recipients?)$/, /subject|body|text|message|content|html/] },
  { kind: 'configures', all: [/new_?password|password_?confirm/] },
  { kind: 'transfers', all: [/new_?owner|transfer_?to/] },
  { kind: 'agrees', all: [/accept.*terms|tos_accept/] },
];
