import { deeds } from './deeds/en.js';
import type { Words } from './words.js';

/** delete, deletes, deleting. */
function forms(...verbs: readonly string[]): readonly string[] {
  return verbs.flatMap((verb) => [verb, thirdPerson(verb), ...progressive(verb)]);
}

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:[sxz]|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

function progressive(verb: string): readonly string[] {
  const stem = /[^e]e$/.test(verb) ? verb.slice(0, -1) : verb;
  return [`${stem}ing`, `${stem}${stem.slice(-1)}ing`];
}

// prettier-ignore
export const en: Words = {
  deletes: [
    'nuke', 'nuke it', 'obliterate', 'annihilate', 'zap', 'blow away', 'tear down', 'ditch', 'bin it', 'kill it',
    ...forms('delete', 'remove', 'erase', 'discard', 'destroy', 'wipe', 'purge', 'uninstall', 'deactivate', 'expunge', 'terminate'),
    'trash it', 'without saving', 'do not save', 'empty recycle bin', 'move to trash', 'move to bin', 'send to trash', 'put in trash', 'empty trash', 'empty bin',
    'empty the trash', 'clear all data', 'clear data', 'clear history', 'close account', 'close my account', 'cancel account',
    'cancel my account', 'drop table', 'drop database', 'drop column', 'truncate table', 'overwrite', 'force push', 'format disk',
    'format drive', 'reset to head', 'hard reset', 'cancel my', 'end subscription', 'end lease', 'unfriend', 'disband', 'liquidate',
    'unmatch', 'unmatches', 'offboard', 'decommission', 'dissolve', 'unregister', 'deregister', 'unenroll', 'unenrol',
    'no longer attend', 'can not attend', 'truncate', 'scrap', 'write off', 'don t save', 'dont save',
  ],
  pays: [
    'pull the trigger', 'chip in', 'pitch in', 'pledge', 'back this project', 'wager', 'seal the deal', 'slide to pay', 'swipe to pay',
    ...forms('pay', 'buy', 'donate', 'subscribe', 'prepay', 'repay', 'wire'),
    'place order', 'place your order', 'place my order', 'place the order', 'place an order', 'submit order', 'submit your order',
    'confirm order', 'complete order', 'confirm your order', 'order now', 'order and pay', 'order refill', 'reorder now', 'buy it',
    'complete purchase', 'confirm purchase', 'make purchase', 'make a purchase', 'purchase now', 'complete checkout', 'checkout now',
    'confirm payment', 'make payment', 'make a payment', 'submit payment', 'authorize payment', 'authorise payment', 'complete payment',
    'place bid', 'place your bid', 'bid now', 'place bet', 'place your bet', 'place trade', 'top up', 'add funds', 'send money',
    'send payment', 'wire money', 'run payroll', 'send gift', 'send tip', 'start trial', 'upgrade now', 'renew now', 'book now',
    'book it', 'complete booking', 'confirm booking', 'make booking', 'book flight', 'book flights', 'book hotel', 'book room',
    'book appointment', 'book table', 'book a table', 'book ticket', 'book tickets', 'book trip', 'book ride', 'book this', 'book the',
    'book for', 'book and pay', 'reserve', 'reserve now', 'confirm reservation', 'request ride', 'request a ride', 'get tickets now',
    'hire now', 'transfer funds', 'transfer money', 'transfer now', 'renew', 'renew subscription', 'cash out', 'prescribe', 'enroll and pay', 'open position', 'close position', 'make offer', 'check in and', 'bet now',
    'pre order', 'preorder', 'backorder', 'check in passengers', 'check in all', 'check in now', 'complete check in', 'try free',
    'try for free', 'start for free', 'free trial', 'buy now pay later', 'remit', 'pay off', 'become a member', 'play these numbers',
    'rebook', 'rebuy',
  ],
  sends: [
    ...forms('send', 'publish', 'tweet', 'retweet', 'deploy', 'broadcast', 'unpublish', 'email'),
    'submit application', 'schedule send', 'post now', 'post comment', 'post reply', 'post it', 'post to', 'post status', 'post update',
    'post review', 'post ad', 'post job', 'go live', 'make public', 'make repository public', 'make it public', 'make this public',
    'make profile public', 'reply all', 'merge pull request', 'merge branch', 'merge now', 'squash and merge', 'rebase and merge',
    'confirm merge', 'git push', 'push to', 'share now', 'share with', 'share publicly', 'upload and send', 'ship it', 'release now',
    'publish release', 'promote to production', 'roll out', 'submit to', 'submit claim', 'submit return', 'submit tax',
    'submit request', 'submit report', 'submit review', 'submit ticket', 'submit timesheet', 'submit expense', 'submit for',
    'submit proposal', 'submit offer', 'submit bid', 'submit petition', 'submit complaint', 'submit feedback', 'submit comment',
    'submit post', 'submit vote', 'file return', 'file claim', 'file my return', 'file taxes', 'file complaint', 'file now', 'e file',
    'request review', 'request reviews', 'request approval', 'ask for review', 'dial', 'call back', 'notify', 'announce', 'escalate', 'file petition', 'and record', 'start recording', 'cast vote', 'cast ballot', 'apply now', 'apply for', 'report user', 'call now', 'notify all', 'notify everyone',
    'hand in', 'turn in', 'repost', 'reshare', 'crosspost', 'requote', 'submit for approval', 'send updates', 'send reminder',
    'send reminders', 'anyone with the link', 'anyone on the internet', 'everyone with the link', 'public on the web',
    'visible to anyone', 'file suit', 'broadcast live', 'resend', 'resends', 'resending', 'resubmit', 'redeploy', 'republish', 're send',
    're publish', 'reinvite', 'refile', 'remind all', 'remind everyone', 'nudge', 'ping everyone',
  ],
  agrees: [
    ...forms('agree', 'consent', 'undersign'),
    'i agree', 'agree and continue', 'agree and sign', 'sign', 'sign now', 'sign and', 'sign document', 'sign contract',
    'sign agreement', 'sign here', 'e sign', 'esign', 'adopt and sign', 'click to sign', 'sign the', 'countersign', 'accept offer',
    'accept the offer', 'accept terms', 'accept the terms', 'accept license', 'accept licence', 'accept agreement', 'accept contract',
    'accept conditions', 'accept proposal', 'accept quote', 'accept and', 'accept loan', 'accept bid', 'i accept', 'i consent',
    'i certify', 'i hereby', 'enter into',
    'add your signature', 'add signature', 'add my signature', 'affix signature', 'sign petition', 'sign off on', 'i declare',
    'i confirm that',
  ],
  transfers: [
    'hand over', 'sign over',
    ...forms('revoke', 'impersonate'),
    'transfer ownership', 'transfer rights', 'transfer repository', 'transfer domain', 'transfer license', 'change owner', 'make owner',
    'make admin', 'make administrator', 'make moderator', 'promote to', 'assign role', 'assign rights', 'assign all rights',
    'assign copyright', 'assign owner', 'grant access', 'grant permission', 'grant permissions', 'grant role', 'grant admin',
    'grant all', 'allow access', 'authorize', 'authorise', 'authorize app', 'give access', 'give admin', 'give control',
    'as administrator', 'as admin', 'as owner', 'to administrator', 'to admin', 'approve access', 'approve user', 'share screen',
    'delegate access', 'waive', 'relinquish', 'share control', 'allow control',
    'proxy access', 'port out', 'port in',
  ],
  configures: [
    'factory reset', 'reset settings', 'reset password', 'change password', 'reset all', 'reset device', 'reset to defaults',
    'reset to default', 'restore defaults', 'restore factory', 'reset everything', 'registry', 'shut down', 'shutdown', 'power off',
    'reboot', 'restart now', 'restart server', 'restart computer', 'restart device', 'restart service', 'restart system',
    'restart instance', 'log out', 'logout', 'sign out', 'log off', 'sign off', 'unsubscribe', 'disable two factor', 'disable 2fa',
    'turn off two factor', 'disable firewall', 'disable antivirus', 'block user', 'block account', 'block card', 'freeze card',
    'freeze account', 'lock account', 'suspend account', 'suspend user', 'ban user', 'block contact', 'block sender', 'change email',
    'disarm', 'and restart', 'and reboot', 'discharge patient', 'two factor off', 'delete protection off', 'maintenance mode', 'scale to zero',
    'roll back', 'rollback', 'unpair', 'flash firmware', 'scale to 0', 'scale down', 'scale in', 'sideload', 'jailbreak', 'root device',
    'emergency stop', 'e stop', 'emergency shutdown', 'kill switch', 'shadowban', 'kick out', 'kick from',
  ],
  doubtful: {
    deletes: ['drop', 'trash'],
    pays: [
      'order', 'purchase', 'transfer', 'bid', 'withdraw', 'sell', 'trade', 'book', 'tip', 'charge', 'refund', 'redeem', 'hire', 'rent',
      'deposit', 'invest', 'swap', 'stake', 'borrow', 'lend',
    ],
    sends: ['post', 'share', 'forward', 'release', 'merge', 'invite', 'call'],
    transfers: ['grant'],
    configures: ['block', 'ban', 'suspend', 'restart'],
  },
  past: {
    deletes: ['deletion', 'removal', 'deleted', 'removed', 'erased', 'discarded', 'destroyed', 'wiped', 'purged', 'uninstalled', 'deactivated', 'terminated'],
    pays: ['bought', 'paid'],
    sends: ['published', 'deployed'],
  },
  ambiguous: [
    'submit', 'ok', 'okay', 'continue', 'confirm', 'yes', 'finish', 'proceed', 'complete', 'finalize', 'finalise', 'approve',
    'i understand', 'understood', 'place', 'release funds', 'now', 'enroll', 'enrol', 'register',
    'schedule',
  ],
  mild: [
    'save', 'update', 'apply', 'create', 'add', 'go', 'run', 'execute', 'enable', 'start', 'try it', 'upload', 'process', 'verify',
    'got it', 'request', 'comment', 'answer', 'done', 'get', 'upgrade', 'unlock', 'join', 'activate', 'extend', 'checkout', 'check out',
    'check in', 'open', 'change', 'set', 'edit rule', 'shorten', 'reduce', 'lower', 'raise', 'increase', 'modify', 'turn on', 'turn off',
    'switch', 'reply',
  ],
  accepts: ['accept', 'allow', 'acknowledge'],
  harmless: [
    'publish date', 'publication date', 'payment date', 'order date', 'delete date', 'sent date', 'post date',
    'order by date', 'order by name', 'order by price', 'order by size', 'order by title', 'order by relevance', 'order by rating',
    'order by newest', 'order by oldest', 'order by popularity', 'order by status', 'sort order', 'tab order', 'view order', 'in order',
    'order of', 'drop down', 'drag and drop', 'drop zone', 'drop files', 'next post', 'previous post', 'share price', 'release notes',
    'release date', 'bid history', 'deleted items', 'recently deleted', 'deleted messages', 'deleted files', 'show deleted',
    'view deleted', 'include deleted', 'restore deleted', 'recover deleted', 'undo send', 'unsend', 'undo delete', 'undelete',
    'cancel delete', 'do not delete', 'dont delete', 'send me', 'email me', 'text me', 'email address', 'email preferences',
    'email notifications', 'email settings', 'block quote', 'blockquote', 'code block', 'ordered list', 'unordered list',
    'numbered list', 'save draft', 'save as draft', 'save filter', 'save search', 'save for later', 'continue shopping', 'shop now', 'play now', 'watch now', 'read now', 'not now', 'listen now', 'now playing',
    'continue reading', 'continue browsing', 'continue editing', 'continue watching', 'continue to payment', 'continue to shipping',
    'continue to delivery', 'continue to checkout', 'continue to review', 'continue to cart', 'proceed to checkout', 'go to checkout',
    'go to cart', 'go to', 'go back', 'apply filter', 'apply filters', 'apply coupon', 'apply code', 'apply promo', 'apply discount',
    'apply sort', 'update cart', 'update quantity', 'add to cart', 'add to bag', 'add to basket', 'add to wishlist', 'add to list',
    'add to favorites', 'add row', 'add item', 'add another', 'add note', 'create new', 'add address', 'not agree', 'do not agree',
    'do not consent', 'how to', 'learn how', 'payment methods', 'paid leave', 'sending options', 'publishing house', 'post office',
    'post code', 'time off request', 'sign in', 'sign up', 'sign language', 'book review', 'book reviews', 'book club', 'share link',
    'copy link', 'remove filter', 'remove filters', 'clear filters', 'clear search', 'delete filter', 'pay slip', 'pay slips',
    'pay stub', 'pay stubs', 'pay period', 'pay rate', 'pay schedule', 'subscribe to calendar', 'removal guide', 'start over',
    'start tour', 'start date', 'run time', 'create account', 'remove formatting', 'remove highlight',
    'open in', 'open link', 'open menu', 'open file', 'open details', 'open settings', 'open folder', 'open chat', 'open map',
    'open preview', 'swap languages', 'swap columns', 'swap sides', 'swap axes', 'swap colors', 'swap colours', 'open source',
    'open positions', 'restore window', 'restore tabs', 'restore down', 'restore size', 'check in date', 'check out date',
    'unlock period', 'attach', 'attach file', 'attach files', 'choose file', 'choose files', 'select file', 'browse files',
  ],
  nouns: {
    before: [
      'view', 'show', 'my', 'your', 'our', 'see', 'open', 'track', 'edit', 'sort', 'next', 'previous', 'latest', 'recent', 'search',
      'find', 'filter', 'all', 'the', 'last', 'first', 'blog', 'per', 'new', 'full', 'read', 'each', 'past', 'print', 'download',
      'export', 'add', 'in', 'of', 'about', 'draft', 'standing', 'purchase', 'a', 'guest', 'hash', 'code', 'money', 'column',
    ],
    after: [
      'details', 'detail', 'history', 'number', 'date', 'status', 'id', 'name', 'title', 'notes', 'note', 'summary', 'total', 'type',
      'list', 'price', 'confirmation', 'tracking', 'preferences', 'settings', 'options', 'page', 'view', 'report', 'reports', 'by',
      'ids', 'chart', 'size', 'log', 'info', 'information', 'form', 'template', 'limit', 'limits', 'fee', 'fees', 'agreement', 'box',
      'level', 'field', 'count', 'items', 'code', 'lookup', 'menu', 'link', 'button', 'reviews', 'review', 'author', 'club', 'value',
      'requests', 'guide', 'management', 'manager', 'overview', 'cycle', 'plan', 'channel', 'slot', 'cap', 'shadow',
    ],
  },
  irreversible: [
    'cannot be undone', 'can t be undone', 'can not be undone', 'cannot undo', 'can t undo', 'irreversible', 'irrevocable',
    'irrevocably', 'permanently', 'not be able to undo', 'no way back', 'lose all', 'will be lost', 'unrecoverable',
    'not be refunded', 'non refundable', 'already exists', 'will be replaced', 'will be overwritten', 'cannot change', 'can t change', 'cannot be changed',
    'no longer be able', 'changes will be lost', 'no refunds', 'cannot be recovered', 'cannot be reversed', 'cannot be restored', 'will be deleted', 'will be removed', 'will be erased',
  ],
  contracts: [
    'terms', 'agreement', 'contract', 'conditions', 'license', 'licence', 'lease', 'waiver', 'policy', 'eula', 'consent', 'copyright',
    'offer', 'liability', 'mortgage', 'loan', 'tenancy', 'quote', 'proposal', 'nda', 'deed',
  ],
  payment: [
    'card number', 'credit card', 'debit card', 'name on card', 'cvc', 'cvv', 'csc', 'iban', 'bic', 'account number', 'routing number',
    'to account', 'wallet address', 'payee', 'payment method',
  ],
  amount: ['amount', 'total', 'due', 'fee', 'charged', 'charge', 'cost', 'balance due', 'proceeds', 'sum'],
  recipient: ['to', 'recipient', 'recipients', 'send to', 'email', 'e mail', 'emails', 'cc', 'bcc', 'phone', 'attendees', 'guests', 'invitees'],
  body: [
    'message', 'body', 'comment', 'reply', 'post', 'what s on your mind', 'what is happening', 'what s happening', 'write',
    'say something', 'cover letter', 'status', 'tweet', 'caption', 'your question', 'answer', 'review', 'note to',
  ],
  asks: ['how', 'why', 'what', 'when', 'where', 'who', 'can', 'should', 'do', 'does', 'is', 'are', 'which'],
  fillers: [
    'my', 'your', 'the', 'this', 'that', 'these', 'a', 'an', 'our', 'selected', 'new', 'all', 'his', 'her', 'their', 'to', 'permanently',
    'now', 'entire', 'whole', 'from', 'of', 'for',
  ],
  everyone: ['public', 'everyone', 'anyone', 'visible to all', 'world', 'all users', 'whole company', 'all employees', 'subscribers'],
  bin: ['trash', 'bin', 'recycle bin', 'wastebasket', 'rubbish', 'garbage', 'delete', 'remove'],
  search: [
    'search', 'filter', 'filters', 'price range', 'find', 'sort', 'query', 'lookup', 'look up', 'min price', 'max price', 'keyword',
    'keywords',
  ],
  decides: ['approve', 'reject', 'decline', 'deny', 'refuse', 'turn down', 'disapprove', 'approve all', 'reject all'],
  asked: [
    'request', 'requests', 'requested', 'application', 'applications', 'applicant', 'applicants', 'candidate', 'candidates',
    'invitation', 'invite', 'invites you', 'invited you', 'expense', 'expenses', 'leave', 'timesheet', 'claim', 'claims', 'proposal',
    'absence', 'wants to', 'is asking', 'asks to', 'asks for', 'requesting', 'loan', 'permission', 'friend request', 'quote', 'budget',
    'referral', 'nomination',
  ],
  guarded: [
    'firewall', 'two factor', 'two step', '2fa', 'mfa', 'authentication', 'dns', 'nameservers', 'api key', 'api keys', 'access key',
    'access keys', 'access token', 'access tokens', 'ssh key', 'ssh keys', 'certificate', 'certificates', 'branch protection',
    'security group', 'security groups', 'ip allowlist', 'allowlist', 'blocklist', 'vpn', 'webhook', 'webhooks', 'encryption',
    'single sign on', 'sso', 'ldap', 'saml', 'password policy', 'permissions', 'roles', 'access control', 'secrets',
    'environment variables', 'alarm', 'front door', 'back door', 'door', 'door lock', 'smart lock', 'gate', 'garage', 'garage door',
    'safe', 'router', 'port forwarding', 'security policy', 'service account', 'service accounts', 'network settings', 'registry',
    'feature flags', 'production', 'retention', 'port', 'ssh port', 'hostname', 'backup policy', 'rate limit', 'quota', 'cors',
    'log level', 'session timeout', 'data region', 'deletion protection',
  ],
  moves: [
    'withdraw', 'withdrawal', 'transfer', 'transfers', 'payment', 'remittance', 'send money', 'payout', 'cash out', 'deposit', 'top up',
    'checkout', 'wire transfer',
  ],
  audience: [
    'message board',
    'visible to everyone', 'visible to all', 'everyone can see', 'anyone can see', 'seen by everyone', 'visible to the public',
    'posted publicly', 'post publicly', 'public post', 'subscribers', 'followers', 'recipients', 'will be notified', 'will be emailed',
  ],
  enrols: ['enroll', 'enrol', 'sign me up', 'register', 'join', 'count me in', 'i m going', 'attend', 'take part', 'participate'],
  places: [
    'course', 'class', 'workshop', 'webinar', 'seminar', 'lesson', 'training', 'conference', 'event', 'meetup', 'retreat', 'tour',
    'excursion', 'camp', 'tournament', 'race', 'marathon', 'yoga', 'pilates', 'match', 'study', 'trial run', 'summer school', 'bootcamp',
  ],
  negates: ['do not', 'don t', 'dont', 'never', 'not', 'cannot', 'can t', 'won t', 'will not'],
  deeds,
};
