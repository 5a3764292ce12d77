// Whether each version of the workers that open runs keep has a worker, and whether new runs get one.
import { isPolled, type DeploymentStatus } from '../../client/deployment.js';
import type { Poller } from '../../client/server-facts.js';
import { type Check, fail, ok, warn } from './check.js';

const name = 'Deployment';

interface Deployed {
  readonly status: DeploymentStatus;
  readonly pollers: readonly Pick<Poller, 'version'>[];
  readonly program: string;
  /** Of the worker that this configuration starts. */
  readonly ownBuildId: string | undefined;
}

export function judgeDeployment({ status, pollers, program, ownBuildId }: Deployed): readonly Check[] {
  const { current, versions } = status;
  const promote = (buildId: string): string =>
    `\`${program} temporal worker deployment set-current-version --deployment-name ${status.name} --build-id ${buildId}\``;
  const hasWorker = (buildId: string | undefined): boolean => isPolled(pollers, status.name, buildId);
  const stranded = versions.filter(({ buildId, open }) => open > 0 && buildId !== current && !hasWorker(buildId));
  const checks = stranded.map(({ buildId, open }) =>
    warn(
      name,
      `${open} open on version ${buildId}, which has no worker: they stand still`,
      `start that version's worker again, with STEADYHAND_BUILD_ID=${buildId}, STEADYHAND_KINDS=none and a STEADYHAND_HOME of its own`,
    ),
  );
  if (current === undefined) {
    // Workers without a version take new runs as ever.
    if (hasWorker(undefined)) return [...checks, ok(name, 'new runs go to workers without a build id')];
    return [fail(name, `no version of '${status.name}' gets new runs`, promote('<build id>')), ...checks];
  }
  if (!hasWorker(current))
    return [
      fail(name, `new runs go to version ${current}, which has no worker`, `start it with STEADYHAND_BUILD_ID=${current}`),
      ...checks,
    ];
  if (
    ownBuildId !== undefined &&
    ownBuildId !== current &&
    versions.some(({ buildId, wasPromoted }) => buildId === ownBuildId && !wasPromoted)
  )
    return [warn(name, `version ${ownBuildId} is configured here, and new runs go to ${current}`, promote(ownBuildId)), ...checks];
  return checks.length > 0 ? checks : [ok(name, `'${status.name}', new runs go to ${current}`)];
}
