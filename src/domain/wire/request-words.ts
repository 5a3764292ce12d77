// What programmers call what a request does: code English, in small letters. Plurals in `s` need no line of their own, nor does the same word with another before it (`called.ts`).
import type { NamedKind } from '../guard/words.schema.js';

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

type ByKind = Readonly<Record<NamedKind, ReadonlySet<string>>>;

/** Risky wherever they stand in what is called. */
export const riskyVerbs: ByKind = {
  deletes: words(
    'delete del destroy erase purge wipe cancel void revoke terminate deactivate trash discard uninstall prune decommission retire evict annul unsubscribe unregister remove clear empty rmdir rmdirs unlink detach unenroll deschedule deprovision',
  ),
  pays: words(
    'pay charge refund purchase buy subscribe renew withdraw payout donate redeem bid prepay cashout recharge topup accrue prolong',
  ),
  sends: words(
    'send resend publish unpublish unshare invite reinvite notify tweet retweet broadcast deploy redeploy dispatch announce crosspost repost merge share forward reroute answer',
  ),
  agrees: words('agree sign countersign approve consent decline reject attest esign unapprove accept deny'),
  transfers: words('impersonate handover transfer delegate'),
  configures: words(
    'enable disable activate suspend unsuspend ban unban kick reboot restart shutdown poweroff rotate reset regenerate rollback promote demote authorize authorise logout signout failover provision install restrict unrestrict restriction restore silence unsilence disconnect rebuild unblock unlock expire invalidate grant undeploy reinstall recover',
  ),
};

/** They also take a thing back that is as easily given: what is liked, a line of a cart. */
export const mildVerbs = words('delete destroy remove clear empty discard reset trash del');

/** Risky where they are what is made or changed: the last step of a path that says something, or the one before it where that one says nothing. */
export const riskyThings: ByKind = {
  deletes: words('deletion removal cancellation revocation termination purge'),
  pays: words(
    'payment charge refund order invoice checkout payout transfer transaction purchase billing deposit withdrawal coupon dispute mandate booking reservation bid settlement balance topup capture authorization authorisation reversal shipment fulfillment payroll loan payee beneficiary donation iban remittance money payable receivable claim offer bank subscriptions credit debit bankaccount externalaccount creditcard debitcard giftcard bankcard creditnote debitnote creditmemo debitmemo price salary wage earning earnings reimbursement tier',
  ),
  sends: words(
    'message email mail comment reply invitation invite sms mms statuses tweet announcement campaign broadcast newsletter release fax call submission attendee ticket send conversation post review panelist recipient',
  ),
  agrees: words('agreement tos consent signature contract approval envelope acceptance eula'),
  transfers: words('ownership'),
  configures: words(
    'member membership collaborator collaboration contributor role permission policy key keypair token secret credential webhook hook admin administrator moderator owner password mfa totp certificate firewall dns domain access acl grant identity idp oauth sso saml ssh gpg dkim integration installation deployment rolebinding binding security protection app scheme registration configuration config user employee staff participant restriction factor delegate forwarding accesscontrol',
  ),
};

/** They are also names of places, and say of those below them nothing; and of a thing that has another's name before it: `/admin/reports`, `/lists/web-app`. */
export const weakThings = words(
  'admin administrator app access owner user bank credit debit identity security config price employee staff',
);

/** What they say of a request is as harmless as a request can be; risky words beside them outrank them. */
export const freeWords: Readonly<Record<'looks' | 'alone' | 'looked' | 'tells' | 'telling' | 'told', ReadonlySet<string>>> = {
  /** At a name's beginning, or all of a step. */
  looks: words(
    'search query find lookup suggest autocomplete typeahead validate preview estimate calculate count check get fetch list describe download simulate compare',
  ),
  /** All of a step. */
  alone: words('filter exists read view render diff parse analyze introspect dryrun aggregate evaluate propose export info'),
  /** At a name's end as well. */
  looked: words(
    'search lookup autocomplete typeahead validate validation validator preview estimate calculate calculation calculator count exists fetch suggestion suggestions simulate pricing availability',
  ),
  /** At a name's end. */
  tells: words(
    'collector vital vitals heartbeat beacon metric metrics analytics telemetry ping rum impression impressions pageview pageviews pixel csp keepalive presence',
  ),
  /** Alone in a step, or with what is told. */
  telling: words('collect track tracking log logs logging stat stats typing crash'),
  told: words('event events view views click clicks client batch record trail trails error errors'),
};

/** Taken back as easily as given, and nobody else's: not risky by their method or a mild verb alone. */
export const takenBack = words(
  'star unstar like unlike favorite favourite bookmark vote upvote downvote reaction watchlist wishlist follow following follower unfollow recommendation suggestion seen pin unpin mute unmute dismiss snooze',
);

/** Before any thing. */
export const markedAs = words('starred liked favorited bookmarked followed pinned muted');

/** The same, with what it is done to behind them. */
export const takingBack = words(
  'star unstar like unlike favorite favourite bookmark upvote downvote follow unfollow pin unpin mute unmute dismiss snooze',
);

/** What is taken out of them may be elsewhere too. */
export const collections = words('playlist album');

/** What is given out there is a login's. */
export const logins = words('auth oauth login signin session');

/** What is in it is not bought yet. */
export const carts = words('cart basket');

/** Easily undone: not risky by what they belong to. */
export const lightThings = words(
  'draft read unread mute unmute cart basket history recent progress rating unfollow untrash undelete pin unpin note label tag avatar photo picture copy hide unhide position column property preference folder rename resolve favorite favourite bookmark like star reaction reminder theme layout reorder sort dismiss snooze seen watched',
);

/** What they end is not what is risky about it, though it may be something else. */
export const aside = words(
  'verify verification obtain address line item attachment field text discount reason acknowledge image logo color icon template translation translate lock',
);

/** Wherever they stand in a step. */
export const checking = words('verify verification obtain acknowledge');

/** They say nothing of what is made or changed. */
export const fillers = words(
  'create add new insert update edit modify set put save change upsert batch bulk multiple patch do make process handle perform execute run json php html xml aspx jsp ajax api rest rpc graphql gql data detail details information id ids all many by for of to in on with from at and or the one my me self mine current own v api',
);

/** What stands behind them only says where, how or for whom: `createCommentOnIssue`. */
export const prepositions = words('by for of to in on with from at into as');

/** Nothing under them is real. */
export const pretended = words('sandbox simulation simulations mock mocks');

/** Of what is there already these change what it is called, no more. */
export const lightFields = words('name title description label tag color colour icon metadata expand position note etag id kind');

/** Fields, by what they make of the request that has them. All of one group have to be there. */
export const riskyFields: readonly { readonly kind: NamedKind; readonly all: readonly RegExp[] }[] = [
  {
    kind: 'pays',
    all: [
      /^(?:amount|total|sum)$/,
      /currency|card|iban|ican|source|payment|beneficiary|recipient|payee|creditor|debtor|destination|(?:from|to)_account|account_(?:from|to)/,
    ],
  },
  { kind: 'pays', all: [/card_?number|cvc|cvv|iban|creditor_account|debtor_account/] },
  { kind: 'sends', all: [/^(?:to|cc|bcc|recipients?)$/, /subject|body|text|message|content|html/] },
  { kind: 'sends', all: [/^(?:shared_link|share_with)$/] },
  { kind: 'configures', all: [/(?:^|_)e?mails?$/, /^(?:roles?|role_ids?|permissions?|is_admin)$/] },
  { kind: 'configures', all: [/new_?password|password_?confirm|root_pass/] },
  { kind: 'transfers', all: [/new_?owner|transfer_?to|owned_by/] },
  { kind: 'agrees', all: [/accept.*terms|tos_accept|terms.*accept|accept_eula/] },
];

/** What a login has beside its password; with anything else an account is made or changed. */
export const loginFields =
  /^(?:(?:user|account|session|login|auth|authentication|authenticity|credentials|csrf|variables|input|data|attributes|g|h)_)*(?:user|username|login|email|mail|name|pass|password|passwd|pwd|remember|remember_me|csrf|csrf_token|token|captcha|otp|code|grant_type|client_id|client_secret|scope|redirect|redirect_uri|next|return_to|return_url|submit|commit|utf|device|device_id|tenant|realm|domain|query|variables|operation_name|input|data|attributes|credentials|session)$/;
