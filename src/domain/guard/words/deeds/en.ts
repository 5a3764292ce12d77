import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: ['cancel', 'cancels', 'canceling', 'cancelling', 'void', 'withdraw from', 'withdraw', 'call off', 'annul', 'give up'],
    things: [
      'order', 'orders', 'booking', 'reservation', 'subscription', 'membership', 'plan', 'appointment', 'visit', 'flight', 'trip',
      'ride', 'ticket', 'tickets', 'registration', 'policy', 'service', 'contract', 'payment', 'payments', 'transfer', 'delivery',
      'shipment', 'meeting', 'event', 'class', 'course', 'seat', 'enrollment', 'enrolment', 'application', 'invitation', 'stay',
      'account', 'lease', 'pickup', 'purchase', 'bid', 'auction', 'standing order', 'direct debit', 'renewal', 'refill', 'request',
      'offer', 'coverage', 'insurance', 'deployment', 'release', 'rental', 'hearing', 'interview',
    ],
  },
  {
    does: 'deletes',
    verbs: ['stop', 'end', 'suspend'],
    things: ['payments', 'standing order', 'direct debit', 'contract', 'policy', 'membership', 'coverage', 'insurance', 'lease'],
  },
  {
    does: 'deletes',
    verbs: ['leave', 'quit', 'exit', 'disband', 'archive'],
    things: [
      'group', 'team', 'organization', 'organisation', 'channel', 'server', 'chat', 'workspace', 'conversation', 'project', 'family',
      'meeting room', 'guild', 'clan', 'party', 'community', 'club', 'circle', 'repository', 'repo', 'board', 'site', 'list',
      'household', 'alliance', 'league',
    ],
  },
  {
    does: 'deletes',
    verbs: ['drop', 'quit', 'unenroll from', 'withdraw from', 'leave'],
    things: ['course', 'courses', 'class', 'classes', 'module', 'subject', 'program', 'programme', 'enrollment', 'study'],
  },
  {
    does: 'deletes',
    verbs: ['clear', 'empty', 'truncate', 'flush', 'reset'],
    things: [
      'data', 'history', 'cache', 'cookies', 'browsing data', 'storage', 'bin', 'recycle bin', 'trash', 'logs', 'database', 'folder',
      'mailbox', 'queue', 'table', 'tables', 'index', 'bucket', 'collection', 'inbox', 'all data', 'progress', 'scores', 'playlist',
    ],
  },
  {
    does: 'deletes',
    verbs: ['fire', 'dismiss', 'lay off', 'let go', 'offboard'],
    things: ['employee', 'employees', 'worker', 'staff', 'contractor', 'member of staff'],
  },
  {
    does: 'deletes',
    verbs: ['restore', 'revert to', 'roll back to', 'rewind', 'go back to'],
    things: [
      'backup', 'backups', 'snapshot', 'snapshots', 'checkpoint', 'image', 'restore point', 'previous version', 'this version',
      'old version', 'version',
    ],
  },
  {
    does: 'configures',
    verbs: [
      'stop', 'restart', 'reboot', 'kill', 'rotate', 'regenerate', 'reset', 'restore', 'roll back', 'rollback', 'revert', 'disable',
      'suspend', 'migrate', 'fail over', 'failover', 'downgrade', 'detach', 'resize', 'lock', 'freeze', 'quarantine', 'isolate', 'evict',
      'drain', 'shut down', 'scale', 'expose', 'reinstall',
    ],
    things: [
      'server', 'servers', 'instance', 'instances', 'container', 'containers', 'service', 'services', 'cluster', 'node', 'nodes', 'pod',
      'pods', 'database', 'deployment', 'vm', 'machine', 'computer', 'device', 'system', 'environment', 'app', 'application', 'backup',
      'snapshot', 'job', 'workflow', 'repository', 'branch', 'key', 'keys', 'api key', 'token', 'tokens', 'credentials', 'secret',
      'secrets', 'certificate', 'domain', 'firewall', 'replica', 'host', 'router', 'network', 'phone', 'account', 'accounts', 'user',
      'users', 'password', 'passwords', 'production', 'bucket', 'volume', 'queue', 'process', 'mfa', 'traffic', 'port', 'modem',
      'camera', 'cameras', 'site', 'website',
    ],
  },
  {
    does: 'configures',
    verbs: ['turn off', 'switch off', 'disable', 'pause', 'bypass', 'deactivate', 'silence'],
    things: [
      'firewall', 'alarm', 'protection', 'two factor', 'two step', 'encryption', 'antivirus', 'backup', 'backups', 'security', 'sensor',
      'sensors', 'logging', 'updates', 'mfa', '2fa', 'authentication', 'login alerts', 'audit log', 'monitoring', 'camera',
      'parental controls', 'safe search', 'lock',
    ],
  },
  {
    does: 'configures',
    verbs: ['allow', 'require', 'enable', 'turn on', 'enforce'],
    things: [
      'two factor', 'two factor authentication', 'two step', '2fa', 'mfa', 'force push', 'force pushes', 'force pushing', 'firewall',
      'ssh', 'remote access', 'root login', 'public access', 'anonymous access', 'single sign on', 'sso', 'port forwarding',
      'developer mode', 'usb debugging', 'unknown sources', 'guest access', 'remote desktop', 'insecure connections', 'deletions',
      'auto merge',
    ],
  },
  {
    does: 'configures',
    verbs: ['unlock', 'open'],
    things: [
      'door', 'front door', 'back door', 'car', 'gate', 'garage', 'garage door', 'vehicle', 'safe', 'lock', 'bootloader', 'trunk',
      'doors',
    ],
  },
  {
    does: 'configures',
    verbs: ['unpair', 'unlink', 'disconnect', 'forget', 'pair', 'register'],
    things: ['device', 'devices', 'bridge', 'hub', 'bank account', 'integration', 'network', 'this device', 'phone', 'watch', 'app'],
  },
  {
    does: 'configures',
    verbs: ['flash', 'update', 'upgrade', 'install', 'downgrade', 'apply'],
    things: ['firmware', 'bios', 'kernel', 'operating system', 'os', 'driver', 'drivers', 'extension', 'certificate'],
  },
  {
    does: 'configures',
    verbs: ['block', 'kick', 'ban', 'freeze', 'lock', 'suspend', 'cancel', 'report lost', 'report stolen', 'deactivate'],
    things: [
      'user', 'users', 'card', 'cards', 'member', 'player', 'contact', 'caller', 'number', 'sender', 'account', 'debit card',
      'credit card', 'sim',
    ],
  },
  {
    does: 'transfers',
    verbs: ['reveal', 'export', 'show', 'display', 'copy', 'download'],
    things: [
      'seed phrase', 'recovery phrase', 'secret phrase', 'private key', 'secret key', 'recovery codes', 'backup codes', 'mnemonic',
      'signing key',
    ],
  },
  {
    does: 'transfers',
    verbs: ['give', 'grant', 'allow', 'share'],
    things: ['editor access', 'admin access', 'full access', 'edit access', 'write access', 'control', 'proxy access', 'access'],
  },
  {
    does: 'pays',
    verbs: ['request', 'order', 'claim'],
    things: [
      'refund', 'ride', 'refill', 'pickup', 'payout', 'withdrawal', 'loan', 'cash advance', 'delivery', 'taxi', 'prescription',
      'replacement', 'courier', 'cab',
    ],
  },
  {
    does: 'pays',
    verbs: ['start', 'begin', 'extend', 'activate', 'try', 'unlock'],
    things: [
      'trial', 'free trial', 'parking', 'rental', 'charging', 'subscription', 'membership', 'premium', 'pro', 'auto pay', 'autopay',
      'auto renewal',
    ],
  },
  {
    does: 'pays',
    verbs: ['take out', 'apply for', 'sign up for'],
    things: ['policy', 'insurance', 'cover', 'coverage', 'loan', 'mortgage', 'credit card'],
  },
  {
    does: 'sends',
    verbs: ['file', 'lodge', 'submit', 'make', 'raise', 'hand in', 'turn in', 'open'],
    things: [
      'complaint', 'claim', 'appeal', 'return', 'petition', 'dispute', 'taxes', 'objection', 'statement', 'evidence', 'motion',
      'grievance', 'offer', 'assignment', 'homework', 'essay', 'thesis', 'exam', 'quiz', 'application', 'warranty claim', 'chargeback',
      'lawsuit',
    ],
  },
  {
    does: 'sends',
    verbs: ['file', 'lodge', 'submit', 'send', 'make', 'hand in'],
    things: ['form', 'report', 'work', 'paper', 'request', 'test'],
  },
  {
    does: 'sends',
    verbs: ['report'],
    things: [
      'abuse', 'spam', 'user', 'post', 'comment', 'phishing', 'content', 'fraud', 'incident', 'bug', 'issue', 'a problem', 'violation',
      'player', 'listing', 'damage', 'loss',
    ],
  },
  {
    does: 'sends',
    verbs: ['extend', 'make', 'send', 'withdraw', 'submit'],
    things: ['offer', 'job offer', 'counteroffer', 'counter offer'],
  },
  {
    does: 'sends',
    verbs: ['release', 'post', 'publish'],
    things: ['grades', 'marks', 'results', 'scores', 'feedback'],
  },
  {
    does: 'agrees',
    verbs: ['approve', 'reject', 'decline', 'deny', 'accept', 'refuse'],
    things: [
      'leave', 'request', 'expense', 'expenses', 'invoice', 'timesheet', 'application', 'claim', 'candidate', 'member', 'purchase',
      'budget', 'changes', 'proposal', 'quote', 'contract', 'absence', 'applicant', 'invitation', 'friend request', 'loan', 'payment',
      'transaction', 'reimbursement', 'offer', 'terms',
    ],
  },
  {
    does: 'harmless',
    verbs: ['clear', 'remove', 'delete', 'reset', 'remove from'],
    things: [
      'filter', 'filters', 'comparison', 'compare', 'selection', 'search', 'sorting', 'sort', 'zoom', 'formatting', 'highlight',
      'highlights', 'search box', 'recent searches', 'search results',
    ],
  },
  {
    does: 'pays',
    verbs: ['redirect', 'reroute', 'reschedule', 'refuse', 'return', 'divert', 'hold', 'forward', 'resend'],
    things: ['parcel', 'package', 'delivery', 'shipment', 'courier', 'mail', 'to sender'],
  },
  {
    does: 'configures',
    verbs: ['start', 'stop', 'ignite', 'preheat', 'fire up', 'shut off', 'override', 'run'],
    things: [
      'engine', 'machine', 'motor', 'pump', 'oven', 'stove', 'boiler', 'furnace', 'press', 'conveyor', 'line', 'production line',
      'turbine', 'reactor', 'generator', 'kiln', 'valve', 'irrigation', 'heater', 'robot', 'drone',
    ],
  },
  {
    does: 'deletes',
    verbs: ['revert to', 'revert', 'undo', 'roll back'],
    things: ['revision', 'revisions', 'edit', 'edits', 'commit', 'merge', 'change', 'changes', 'all changes', 'update', 'deployment'],
  },
  {
    does: 'sends',
    verbs: ['report', 'submit', 'transmit', 'send in', 'record', 'enter'],
    things: [
      'reading', 'meter reading', 'readings', 'results', 'score', 'test result', 'time sheet', 'hours', 'outage', 'sighting', 'absence',
    ],
  },
  {
    does: 'deletes',
    verbs: ['disconnect', 'cut', 'cut off', 'end', 'cancel', 'terminate', 'move out of'],
    things: ['supply', 'electricity', 'gas', 'water', 'power', 'line', 'internet', 'service', 'broadband', 'connection', 'utilities'],
  },
  {
    does: 'pays',
    verbs: ['confirm', 'hold', 'secure', 'claim', 'lock in'],
    things: [
      'table', 'seat', 'seats', 'room', 'spot', 'slot', 'place', 'attendance', 'rate', 'price', 'my spot', 'time', 'dates', 'booking',
      'purchase', 'bid', 'trade', 'transaction', 'deposit', 'withdrawal', 'swap',
    ],
  },
  {
    does: 'agrees',
    verbs: ['execute', 'serve', 'notarize', 'notarise', 'ratify', 'file', 'seal', 'record'],
    things: [
      'document', 'deed', 'will', 'contract', 'agreement', 'trade', 'warrant', 'on opposing party', 'affidavit', 'treaty', 'order',
      'motion',
    ],
  },
  {
    does: 'transfers',
    verbs: ['port', 'transfer', 'move', 'release', 'hand over', 'assign'],
    things: [
      'number', 'my number', 'phone number', 'line', 'domain', 'account', 'ownership', 'policy', 'lease', 'listing', 'license', 'title',
    ],
  },
  {
    does: 'pays',
    verbs: ['play', 'place', 'submit', 'buy', 'raise', 'double'],
    things: ['numbers', 'bet', 'wager', 'stake', 'lottery', 'jackpot', 'odds', 'bets', 'ticket', 'tickets'],
  },
  {
    does: 'pays',
    verbs: ['join', 'become', 'sign up as'],
    things: ['member', 'a member', 'club', 'association', 'patron', 'party', 'union', 'supporter', 'premium', 'waitlist and pay'],
  },
  {
    does: 'transfers',
    verbs: ['add as', 'add', 'make', 'invite', 'promote to', 'set as', 'appoint'],
    things: [
      'contributor', 'collaborator', 'collaborators', 'member', 'members', 'editor', 'co owner', 'co host', 'viewer', 'guest',
      'participant', 'reviewer', 'team member', 'delegate', 'beneficiary', 'payee', 'recovery contact', 'trusted contact',
      'authorized user',
    ],
  },
  {
    does: 'configures',
    verbs: ['run', 'execute', 'apply', 'trigger', 'kick off', 'rerun', 'force', 'start'],
    things: [
      'migration', 'migrations', 'script', 'playbook', 'macro', 'job', 'pipeline', 'workflow', 'sync', 'backfill', 'deployment',
      'schedule now', 'cron', 'build and deploy', 'failover',
    ],
  },
  {
    does: 'deletes',
    verbs: ['close', 'end', 'stop', 'abandon', 'resolve'],
    things: [
      'ticket', 'issue', 'case', 'poll', 'auction', 'campaign', 'registration', 'meeting for all', 'meeting', 'stream', 'broadcast',
      'listing', 'shop', 'matter', 'petition', 'job posting', 'call for all', 'thread', 'round', 'sale',
    ],
  },
  {
    does: 'sends',
    verbs: ['launch', 'start', 'activate', 'run', 'schedule', 'boost', 'promote', 'resume'],
    things: [
      'campaign', 'ad', 'ads', 'advert', 'poll', 'broadcast', 'auction', 'newsletter', 'survey', 'post', 'listing', 'livestream',
      'stream', 'recording', 'email blast',
    ],
  },
  {
    does: 'sends',
    verbs: ['list', 'put up', 'offer', 'put', 'mint'],
    things: ['for sale', 'for auction', 'on the market', 'item for sale', 'nft', 'for rent'],
  },
  {
    does: 'configures',
    verbs: ['change', 'reset', 'set', 'update', 'replace', 'add', 'remove', 'set up'],
    things: [
      'pin', 'passcode', 'password', 'passkey', 'passkeys', 'security question', 'recovery email', 'recovery phone', 'login email',
      'authenticator', 'password hint', 'master password', 'admin password', 'wifi password', 'ssid',
    ],
  },
  {
    does: 'pays',
    verbs: [
      'capture', 'release', 'issue', 'mark as', 'process', 'increase', 'raise', 'split', 'settle', 'settle up', 'exchange', 'convert',
      'pledge', 'back', 'sponsor', 'request', 'accept', 'adjust',
    ],
    things: [
      'payment', 'payments', 'refund', 'funds', 'invoice paid', 'paid', 'credit limit', 'limit', 'bill', 'balance', 'currency',
      'project', 'creator', 'money', 'payout', 'invoice', 'escrow', 'pledge', 'charge',
    ],
  },
  {
    does: 'harmless',
    verbs: ['turn off', 'turn on', 'mute', 'unmute', 'switch off', 'switch on', 'disable', 'enable'],
    things: [
      'sound', 'audio', 'subtitles', 'captions', 'autoplay', 'animations', 'animation', 'dark mode', 'light mode', 'music', 'volume',
      'shuffle', 'repeat', 'grid', 'rulers', 'spell check', 'word wrap', 'high contrast',
    ],
  },
  {
    does: 'harmless',
    verbs: ['merge', 'split', 'freeze', 'unfreeze', 'lock', 'unlock', 'group', 'ungroup', 'send', 'move', 'drop', 'release'],
    things: [
      'cells', 'cell', 'columns', 'column', 'rows', 'first row', 'top row', 'panes', 'layer', 'layers', 'backward', 'to back',
      'to front', 'shapes', 'aspect ratio', 'a pin', 'pin', 'marker', 'guides', 'tracks', 'selection',
    ],
  },
  {
    does: 'configures',
    verbs: ['lock', 'shadowban', 'hide', 'mute', 'pin', 'restrict'],
    things: ['thread', 'topic', 'author', 'comments', 'from everyone', 'discussion', 'for everyone', 'poster'],
  },
  {
    does: 'pays',
    verbs: [
      'complete', 'finish', 'conclude', 'finalize', 'finalise', 'close', 'place', 'confirm', 'submit', 'approve', 'authorize',
      'authorise', 'make', 'send', 'process',
    ],
    things: ['order', 'purchase', 'payment', 'booking', 'reservation', 'transaction', 'transfer', 'sale', 'trade', 'deal', 'checkout'],
  },
  {
    does: 'sends',
    verbs: ['place', 'post', 'put up', 'publish', 'leave', 'submit', 'list', 'share', 'upload'],
    things: [
      'ad', 'advert', 'advertisement', 'listing', 'announcement', 'review', 'comment', 'post', 'article', 'story', 'video', 'job',
      'reel', 'notice', 'rating', 'location', 'my location', 'screen', 'contacts', 'results',
    ],
  },
  {
    does: 'deletes',
    verbs: ['close', 'delete', 'cancel', 'liquidate', 'terminate', 'deactivate', 'end', 'disable', 'erase', 'remove'],
    things: ['account', 'accounts', 'my account', 'profile', 'my profile', 'user', 'workspace', 'tenant', 'organization'],
  },
  {
    does: 'pays',
    verbs: ['switch to', 'upgrade to', 'downgrade to', 'change', 'activate', 'subscribe to', 'move to', 'add'],
    things: [
      'yearly billing', 'annual billing', 'monthly billing', 'plan', 'my plan', 'premium', 'pro', 'roaming', 'bundle', 'package',
      'tariff', 'annual plan', 'yearly plan', 'add on',
    ],
  },
  {
    does: 'transfers',
    verbs: ['give', 'grant', 'assign', 'remove', 'revoke', 'change', 'extend', 'transfer'],
    things: [
      'admin rights', 'rights', 'permissions', 'privileges', 'role', 'roles', 'owner', 'ownership', 'access', 'license', 'seat', 'seats',
    ],
  },
  {
    does: 'pays',
    verbs: ['start', 'request', 'create', 'arrange', 'register', 'begin', 'initiate', 'schedule', 'confirm', 'submit'],
    things: ['return', 'a return', 'returns', 'exchange', 'replacement', 'warranty return', 'pickup', 'rma'],
  },
  {
    does: 'transfers',
    verbs: ['enable', 'allow', 'turn on', 'create', 'open', 'make', 'grant'],
    things: [
      'public read', 'public access', 'public link', 'link sharing', 'sharing', 'anonymous access', 'guest access', 'public write',
      'public sharing', 'open access',
    ],
  },
  {
    does: 'transfers',
    verbs: ['add', 'invite', 'name', 'promote to', 'promote', 'make'],
    things: [
      'joint holder', 'joint owner', 'co owner', 'signatory', 'authorized signer', 'manager', 'supervisor', 'lead', 'treasurer',
      'cosigner', 'co signer', 'guardian', 'heir', 'moderator',
    ],
  },
];
