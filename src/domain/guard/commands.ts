// Commands typed into a terminal or a query editor that do harm.

/** Quotes and backslashes inside a word change nothing for a shell. */
function bare(command: string): string {
  return command
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/['"\\`]/g, '')
    .replace(/\$\{?IFS\}?/g, ' ')
    .toLowerCase();
}

const longest = 4_000;
/** Where a command begins: at a line, after `;`, `&`, `|`, `(`, `sudo`, `xargs`, `-exec`. */
const at = String.raw`(?:^|[\n;&|({]|\bsudo(?: -\S+)?|\bdoas|\bxargs(?: -\S+)*|-exec|\btime|\bnohup|\benv)\s*(?:\S*/)?`;
/** Alternatives of a pattern. */
const programs = [
  'rm|rmdir|unlink|shred|del|erase|rd|deltree|mkfs\\S*|fdisk|parted|wipefs|format|diskpart|truncate|dropdb|dropuser|userdel|groupdel|deluser',
  'shutdown|reboot|halt|poweroff|init|killall|pkill|kill|passwd|chown|chmod|usermod|visudo|iptables|nft|ufw|mount|umount|swapoff|setenforce|reg|bcdedit|sc',
  'remove-item|clear-content|stop-computer|restart-computer|stop-process|format-volume|invoke-expression|iex|eval|mail|sendmail|mutt|scp|sftp|rsync|nc|ncat',
].join('|');

const harmful: readonly RegExp[] = [
  new RegExp(`${at}(?:${programs})(?:\\s|$|;)`, 'u'),
  /\bdd\b[^\n]{0,200}\bof=/u,
  /(?:\|\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|z|da|k|c)?sh\b|\|\s*(?:sudo\s+)?(?:python\d?|perl|ruby|node|iex|powershell)\b)/u,
  /\b(?:ba|z|da)?sh\s+(?:-c\s*)?[<(]|\bsource\s+<\(/u,
  /\bgit\s+(?:\S+\s+){0,3}(?:push|reset\s+--hard|clean|filter-branch|rebase|branch\s+-d|tag\s+-d|stash\s+(?:drop|clear)|checkout\s+(?:--\s|\.))/u,
  /\b(?:npm|yarn|pnpm|cargo|gem|twine|docker|podman|helm)\s+(?:publish|unpublish|push|upload|deprecate|yank|rm|rmi|uninstall|remove|prune|system\s+prune|volume\s+rm|delete)\b/u,
  /\b(?:apt|apt-get|dnf|yum|pacman|brew|snap|pip3?)\s+(?:-\S+\s+)*(?:remove|purge|autoremove|erase|uninstall|-r\S*)\b/u,
  /\b(?:kubectl|oc)\s+(?:\S+\s+){0,2}(?:delete|apply|drain|scale|replace|patch|rollout\s+restart|exec)\b/u,
  /\b(?:terraform|tofu|pulumi|cdk)\s+(?:destroy|apply|up|deploy)\b/u,
  /\b(?:aws|gcloud|az|gh|heroku|flyctl|fly|vercel|netlify|doctl)\b[^\n]{0,200}\b(?:delete|terminate|destroy|remove|rm|rb|deploy|purge|stop|merge|release)\b/u,
  /\b(?:systemctl|service|launchctl)\b[^\n]{0,80}\b(?:stop|disable|mask|restart|kill|unload|poweroff|reboot)\b/u,
  /\bcrontab\s+-r\b|\bhistory\s+-c\b|:\(\)\s*\{|>\s*\/dev\/(?:sd|nvme|hd)|\bmv\b[^\n]{0,200}\/dev\/null/u,
  /\bfind\b[^\n]{0,300}-delete\b/u,
  /\b(?:curl|wget|http)\b[^\n]{0,300}(?:\s-(?:T|F|d)\b|\s-t\b|\s-f\b|\s-x\s*(?:post|put|delete|patch)|--data|--upload-file|--form|--post-file|--post-data|\b(?:post|put|delete)\b)/u,
  /\b(?:drop|truncate)\s+(?:table|database|schema|view|index|user|role|column|if\b|\w+\s*;?$)/u,
  /\bdelete\s+from\b|\balter\s+(?:table|user|role|database|system)\b|\bgrant\b[^\n]{0,200}\bto\b|\brevoke\b[^\n]{0,200}\bfrom\b|\bupdate\s+\S+\s+set\b|\binsert\s+into\b|\breplace\s+into\b/u,
  /\b(?:db\.\w+\.)?(?:drop|deletemany|deleteone|remove|dropdatabase)\(|\bflush(?:all|db)\b/u,
];

export function isHarmfulCommand(command: string): boolean {
  const text = bare(command.slice(0, longest));
  return harmful.some((pattern) => pattern.test(text));
}

const runsCommands =
  /(?:^|[^\p{L}])(?:terminal|xterm|console|konsole|shell|command(?: line| prompt)?|bash|zsh|powershell|cmd|psql|sql|mysql|query editor|query console|repl|ssh|eingabeaufforderung|kommandozeile|invite de commandes|simbolo del sistema|consola|riga di comando|wiersz polecen|komut istemi|терминал|консоль|командная строка|终端|命令行|ターミナル|端末|터미널|명령)(?:$|[^\p{L}])/u;

/** By its role, its name, or the application's. */
export function looksLikeTerminal(...texts: readonly string[]): boolean {
  return texts.some((text) => runsCommands.test(text.slice(0, 200).toLowerCase()));
}
