import type { Program } from './program.ts';

const SSH_OPTIONS =
  '-o=code.ssh -F=loads -i=reads -p= -l= -c= -m= -b= -B= -D= -e= -E=writes -I=loads -J= -L= -O= -Q= -R= -S= -W= -w= -P= -4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V! -v -X -x -Y -y';

/** `-S` is a program here. */
const SCP_OPTIONS =
  '-o=code.ssh -F=loads -i=reads -P= -S=runs -D=runs -c= -J= -l= -X= -B= -b=loads -R= -s= -3 -4 -6 -A -a -C -f -N -O -p -q -r -T -v';

/** Programs that talk to other machines. */
export const NETWORK: Readonly<Record<string, Program>> = {
  'ssh|slogin|autossh|dbclient|plink': { options: SSH_OPTIONS, operands: 'sends line', ends: true },
  mosh: {
    options: '--ssh=runs --server=runs --client=runs --predict= -a -n -4 -6 --local -p= --no-init',
    operands: 'sends command',
    ends: true,
  },
  sshpass: { options: '-f=reads -d= -p= -e -P= -v -h -V', operands: 'command', ends: true },
  'scp|sftp|pscp|psftp': { options: SCP_OPTIONS, operands: 'sends' },
  sshfs: { options: '-o=code.ssh -p= -C -F=loads -d -f -s', operands: 'sends writes' },
  rsync: {
    options:
      '-e|--rsh=runs --rsync-path=runs -M|--remote-option= --early-input=reads --daemon:code -v|--verbose -q|--quiet -c|--checksum -a|--archive -r|--recursive -R|--relative --no-implied-dirs -b|--backup --backup-dir= --suffix= -u|--update --inplace --append --append-verify -d|--dirs --mkpath -l|--links -L|--copy-links --copy-unsafe-links --safe-links --munge-links -k|--copy-dirlinks -K|--keep-dirlinks -H|--hard-links -p|--perms -E|--executability --chmod= -A|--acls -X|--xattrs -o|--owner -g|--group --devices --specials -D -t|--times -U|--atimes -N|--crtimes -O|--omit-dir-times -J|--omit-link-times --super --fake-super -S|--sparse --preallocate -n|--dry-run -W|--whole-file --checksum-choice= -x|--one-file-system -B|--block-size= --existing --ignore-existing --remove-source-files:writes --delete:writes --delete-before:writes --delete-during|--del:writes --delete-delay:writes --delete-after:writes --delete-excluded:writes --ignore-missing-args --delete-missing-args:writes --ignore-errors --force:writes --max-delete= --max-size= --min-size= --max-alloc= --partial --partial-dir= --delay-updates -m|--prune-empty-dirs --numeric-ids --usermap= --groupmap= --chown= --timeout= --contimeout= -I|--ignore-times --size-only -@|--modify-window= -T|--temp-dir= -y|--fuzzy --compare-dest= --copy-dest= --link-dest= -z|--compress --compress-choice= --compress-level= --skip-compress= -C|--cvs-exclude -f|--filter= -F --exclude= --exclude-from=reads --include= --include-from=reads --files-from=reads -0|--from0 -s|--secluded-args --protect-args --copy-as= --address= --port= --sockopts= --blocking-io --stats -8|--8-bit-output -h|--human-readable --progress -P -i|--itemize-changes --out-format= --log-file=writes --log-file-format= --password-file=reads --list-only --bwlimit= --stop-after= --write-batch=writes --only-write-batch=writes --read-batch=reads --protocol= --iconv= --checksum-seed= -4|--ipv4 -6|--ipv6 -V|--version --help',
    operands: 'writes',
  },
  curl: {
    options:
      '-X|--request= -d|--data|--data-ascii=sends --data-raw=sends --data-binary=sends --data-urlencode=sends --json=sends -F|--form=sends --form-string=sends -T|--upload-file=sends -o|--output=writes -O|--remote-name:writes --remote-name-all:writes -J|--remote-header-name --output-dir=writes -D|--dump-header=writes -c|--cookie-jar=writes -b|--cookie= --trace=writes --trace-ascii=writes --stderr=writes --libcurl=writes --etag-save=writes --etag-compare=reads --hsts=writes --alt-svc=writes -K|--config=loads --create-dirs -H|--header= -A|--user-agent= -e|--referer= -u|--user= -U|--proxy-user= -x|--proxy= --noproxy= -I|--head -G|--get -L|--location --location-trusted -f|--fail --fail-with-body --fail-early -s|--silent -S|--show-error -v|--verbose -i|--include -k|--insecure -w|--write-out= -m|--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors --retry-connrefused --resolve= --connect-to= --interface= --cacert=reads --capath=reads -E|--cert=reads --key=reads --cert-type= --key-type= --pass= --ciphers= --tls-max= --tlsv1.2 --tlsv1.3 -1 -2 -3 -4|--ipv4 -6|--ipv6 --http1.0|-0 --http1.1 --http2 --http2-prior-knowledge --http3 --compressed -C|--continue-at= -r|--range= -z|--time-cond= -Y|--speed-limit= -y|--speed-time= --limit-rate= --max-redirs= --max-filesize= --url= --url-query= -N|--no-buffer -n|--netrc --netrc-file=reads --netrc-optional --oauth2-bearer= --basic --digest --ntlm --negotiate --anyauth --unix-socket= --abstract-unix-socket= --socks5= --socks5-hostname= --socks4= -p|--proxytunnel --proto= --proto-default= --proto-redir= -q|--disable -Q|--quote=sends -#|--progress-bar --no-progress-meter -Z|--parallel --parallel-max= -t|--telnet-option= --ssl-reqd --ssl -a|--append -B|--use-ascii -g|--globoff -j|--junk-session-cookies -l|--list-only -M|--manual -P|--ftp-port= -V|--version -h|--help? --doh-url= --dns-servers= --path-as-is --raw --tcp-nodelay --keepalive-time= --no-keepalive --xattr --variable= --engine=loads --krb=',
    operands: 'sends',
  },
  wget: {
    options:
      '-O|--output-document=writes -P|--directory-prefix=writes -o|--output-file=writes -a|--append-output=writes --use-askpass=runs -e|--execute=code.setting --post-data=sends --post-file=sends --body-data=sends --body-file=sends --method= --header= -U|--user-agent= --user= --password= -q|--quiet -nv|--no-verbose -v|--verbose -d|--debug -b|--background -i|--input-file=reads -c|--continue -N|--timestamping -nc|--no-clobber -S|--server-response --spider -T|--timeout= -t|--tries= -w|--wait= --waitretry= --random-wait --limit-rate= -Q|--quota= -nd|--no-directories -x|--force-directories -nH|--no-host-directories --cut-dirs= -E|--adjust-extension -k|--convert-links -K|--backup-converted -m|--mirror -p|--page-requisites -r|--recursive -l|--level= -np|--no-parent -A|--accept= -R|--reject= -D|--domains= -H|--span-hosts -L|--relative -I|--include-directories= -X|--exclude-directories= --no-check-certificate --certificate=reads --private-key=reads --ca-certificate=reads --save-cookies=writes --load-cookies=reads --content-disposition --show-progress --progress= --no-cache --no-cookies --config=loads --max-redirect= -4|--inet4-only -6|--inet6-only -V|--version -h|--help --warc-file=writes',
    operands: 'sends',
  },
  aria2c: {
    options:
      '-d|--dir=writes -o|--out=writes -i|--input-file=reads -x= -s= -j= -k= -c --on-download-complete=runs --on-download-error=runs --on-download-pause=runs --on-download-start=runs --on-download-stop=runs --on-bt-download-complete=runs --conf-path=loads -q --allow-overwrite? --gid=',
    operands: 'sends',
  },
  'yt-dlp|youtube-dl': {
    options:
      '--exec=runs --exec-before-download=runs --netrc-cmd=runs --downloader|--external-downloader=runs --config-locations=loads --plugin-dirs=loads -o|--output=writes -f|--format= -P|--paths=writes -x -F -q -v -i -U:loads',
    operands: 'sends',
  },
  'nc|ncat|netcat|nc.openbsd|nc.traditional': {
    options:
      '-e|--exec|--lua-exec=runs -c|--sh-exec=runs -l|--listen -p= -k -n -v -u -z -w= -q= -s= -X= -x= -i= -4 -6 -U -N -C',
    operands: 'sends',
  },
  'socat|socat1': {
    options: '-d -D -v -x -u -U -t= -T= -b= -lf=writes -ly -s -L= -W= -4 -6 -h -V',
    dash: true,
    operands: 'sends.socat',
  },
  'ftp|lftp|ncftp|telnet|tnftp': {
    options: '-c=code.bang! -e=code.bang! -f=loads! -u= -p= -n -i -v -g -d -4 -6',
    operands: 'sends',
    input: 'code.bang',
  },
  openssl: {
    verbs: {
      '*': {
        dash: true,
        options:
          '-engine=loads -provider=loads -config=loads -in=reads -out=writes -passin= -passout= -key=reads -cert=reads -CAfile=reads',
      },
    },
  },
  'tcpdump|tshark': {
    options:
      '-z=runs -w=writes -r=reads -i= -c= -G= -W= -C= -s= -n -l -v -A -X -e -t -q -F=reads -Z= -T= -y= -E=',
    operands: 'rest',
    ends: true,
  },
  nmap: {
    dash: true,
    options:
      '--script=loads --script-args= --script-args-file=reads --datadir=loads --interactive:code -oN=writes -oX=writes -oG=writes -oA=writes -iL=reads -p= -sV -sS -sT -sU -O -A -Pn -n -v -T4',
    operands: 'sends',
  },
  'restic|borg|rclone|duplicity|sshuttle|openvpn|dnsmasq|certbot': {
    options:
      '--password-command=runs --rsh=runs --ssh-cmd|-e=runs --remote-path=runs --conf-script=runs --up=runs --down=runs --route-up=runs --pre-hook=runs --post-hook=runs --deploy-hook=runs --manual-auth-hook=runs --config=loads',
  },
};
