import type { Program } from './program.ts';

const RUN =
  '-a|--attach= --add-host= --annotation= --blkio-weight= --cap-add= --cap-drop= --cgroup-parent= --cgroupns= --cidfile= -c|--cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= -d|--detach --detach-keys= --device= --device-cgroup-rule= --disable-content-trust --dns= --dns-option= --dns-search= --domainname= --entrypoint=runs -e|--env= --env-file=reads --expose= --gpus= --group-add= --health-cmd=runs --health-interval= --health-retries= --health-timeout= --health-start-period= -h|--hostname= --init -i|--interactive --ip= --ip6= --ipc= --isolation= --kernel-memory= -l|--label= --label-file=reads --link= --log-driver= --log-opt= --mac-address= -m|--memory= --memory-reservation= --memory-swap= --mount= --name= --network|--net= --network-alias= --no-healthcheck --oom-kill-disable --oom-score-adj= --pid= --pids-limit= --platform= --privileged -p|--publish= -P|--publish-all --pull= -q|--quiet --read-only --restart= --rm --runtime= --security-opt= --shm-size= --sig-proxy? --stop-signal= --stop-timeout= --storage-opt= --sysctl= --tmpfs= -t|--tty --ulimit= -u|--user= --userns= --uts= -v|--volume= --volume-driver= --volumes-from= -w|--workdir= --replace --pod= --userns= --systemd= --secret=';

const EXEC =
  '-d|--detach --detach-keys= -e|--env= --env-file=reads -i|--interactive --privileged -t|--tty -u|--user= -w|--workdir= -T|--no-TTY --index= -l|--latest';

const run: Program = { options: RUN, operands: 'nothing command', ends: true };
const exec: Program = { options: EXEC, operands: 'nothing command', ends: true };

const COMPOSE: Program = {
  options:
    '-f|--file=loads --env-file=reads -p|--project-name= --project-directory= --profile= --parallel= --progress= --compatibility --dry-run --ansi= --all-resources',
  verbs: {
    exec,
    run: {
      ...run,
      options: `${RUN} --build --no-deps --remove-orphans --service-ports --use-aliases -T|--no-TTY`,
    },
    '*': {},
  },
};

const BUILD =
  '-t|--tag= -f|--file=loads --build-arg= --target= --no-cache --pull --push --platform= -q|--quiet -o|--output=writes --secret= --ssh= --progress= --network= --label= --cache-from= --cache-to= --rm --squash --load';

const FORCE =
  '-f|--force -a|--all -q|--quiet --filter= --volumes -v|--volumes --no-trunc --format= -l|--link -t|--time= -s|--signal=';

/** Containers and clusters. */
export const CONTAINERS: Readonly<Record<string, Program>> = {
  'docker|podman|nerdctl': {
    options:
      '-H|--host= -c|--context= --config= --connection= --url= -l|--log-level= --tlscacert= --tlscert= --tlskey= --tls --tlsverify -D|--debug -v|--version --help -n|--namespace=',
    verbs: {
      run,
      create: run,
      exec,
      container: { verbs: { run, create: run, exec, '*': { options: FORCE } } },
      compose: COMPOSE,
      'build|buildx': { options: BUILD },
      'rm|rmi|kill|stop|restart|start|ps|images|logs|inspect|pull|push|tag|cp|login|logout|search|stats|top|version|info|port|diff|events|history|import|export|load|save|commit|rename|update|wait|pause|unpause|attach':
        { options: FORCE, operands: 'writes' },
      'system|volume|image|network|builder|context|swarm|service|stack|node|secret|config|plugin|manifest|machine|pod':
        { verbs: { '*': { options: FORCE, operands: 'writes' } } },
      '*': {},
    },
  },
  'docker-compose|podman-compose': COMPOSE,
  'kubectl|oc|k3s|microk8s': {
    options: '--password=',
    everywhere:
      '-n|--namespace= --context= --cluster= --kubeconfig=loads -s|--server= --user= --as= --as-group= --token= --request-timeout= --cache-dir= --certificate-authority= --client-certificate= --client-key= --tls-server-name= -v|--v= --insecure-skip-tls-verify',
    verbs: {
      exec: {
        options:
          '-c|--container= -i|--stdin -t|--tty -q|--quiet -f|--filename=reads --pod-running-timeout=',
        operands: 'nothing command',
      },
      run: {
        options:
          '--image= --rm -i|--stdin -t|--tty --restart= --command --env= --port= -l|--labels= --overrides= --dry-run? -q|--quiet --attach --expose',
        operands: 'nothing command',
      },
      debug: {
        options:
          '--image= -i|--stdin -t|--tty --target= --copy-to= -c|--container= --profile= --share-processes',
        operands: 'nothing command',
      },
      'delete|drain': {
        options:
          '--all -A|--all-namespaces --force --grace-period= --now -f|--filename=reads -k|--kustomize=loads -l|--selector= --field-selector= --cascade? --wait? --timeout= --ignore-not-found? --dry-run? -o|--output= -R|--recursive --ignore-daemonsets --delete-emptydir-data',
        operands: 'writes',
      },
      '*': {
        options:
          '-o|--output= -l|--selector= -f|--filename=reads -A|--all-namespaces -w|--watch --field-selector= -k|--kustomize=loads --dry-run? -c|--container= --tail= -p|--previous --since= -f',
      },
    },
  },
  helm: {
    everywhere:
      '-n|--namespace= --kube-context= --kubeconfig=loads --registry-config= --kube-token= --kube-apiserver= --debug',
    verbs: {
      '*': {
        options:
          '-f|--values=reads --set= --set-string= --set-file=reads --version= --repo= --wait --timeout= --atomic -i|--install --dry-run? --create-namespace --post-renderer=runs -o|--output= -a|--all -A|--all-namespaces',
      },
    },
  },
  aws: {
    everywhere:
      '--profile= --region= --output= --endpoint-url= --color= --query= --ca-bundle= --no-cli-pager --no-paginate --debug --no-verify-ssl --cli-input-json=reads',
    verbs: {
      '*': {
        verbs: {
          '*': {
            options: '--recursive --force --dryrun --delete --exclude= --include= --acl= --quiet',
          },
        },
      },
    },
  },
  'lxc|incus|lxd': {
    verbs: {
      exec: {
        options: '--env= --user= --group= --cwd= --mode= -t -T -n',
        operands: 'nothing command',
        ends: true,
      },
      '*': {},
    },
  },
  'ctr|crictl|nsjail': {
    verbs: {
      'run|exec': {
        options: '--rm --mount= -t|--tty -d --net-host --privileged --exec-id= --user= -i --env=',
        operands: 'nothing nothing command',
      },
      'tasks|task|t|container|containers|c': {
        verbs: { exec: { options: '--exec-id= -t', operands: 'nothing command' }, '*': {} },
      },
      '*': {},
    },
  },
  'vagrant|multipass|limactl|minikube|colima|wsl': {
    options: '-d= -u= -e|--exec:code',
    verbs: {
      'ssh|exec|shell': {
        options: '-c|--command=runs -p= -i|--interactive',
        operands: 'nothing command',
      },
      '*': {},
    },
  },
};
