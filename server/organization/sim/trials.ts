import { SIM_PATHS } from '#contract/organization/simSource'
import type { Scope } from '../../ground/database/scope.ts'
import type { Seal } from '../../ground/seal.ts'
import type { Asked } from './askCarrier.ts'

/** For so long a trial speaks for what is saved, and so many of an enterprise do. */
const SPEAKS_MS = 86_400_000
const MOST = 20
const purposeOf = (tenantId: number) => `sim trial ${tenantId}`

/** Everything that decides how the carrier is asked and how its answers are read, as one text: another in any of it is another way. */
export const wayOf = ({ address, method, headerName, secret, unit, states, ...places }: Asked): string =>
  JSON.stringify([
    address,
    method,
    headerName,
    secret,
    unit,
    states.map(({ from, to }) => [from, to]),
    SIM_PATHS.map((name) => places[name]),
  ])

/** Keeps that a card was read whole in this way; sealed, since the secret is part of it. */
export async function rememberTrial(scope: Scope, seal: Seal, asked: Asked, now: number): Promise<void> {
  const sealed = await seal.seal(purposeOf(scope.tenantId), wayOf(asked))
  await scope.insert('sim_trial', [{ asked: sealed, tried_at: now }]).execute()
  const { id: oldest } =
    (await scope.select('sim_trial').select('sim_trial.id').orderBy('sim_trial.id', 'desc').offset(MOST).limit(1).executeTakeFirst()) ?? {}
  await scope
    .remove('sim_trial')
    .where((trial) => trial.or([trial('sim_trial.tried_at', '<=', now - SPEAKS_MS), trial('sim_trial.id', '<=', oldest ?? 0)]))
    .execute()
}

/** Whether somebody of the enterprise read a card in just this way within a day. */
export async function wasTried(scope: Scope, seal: Seal, asked: Asked, now: number): Promise<boolean> {
  const rows = await scope
    .select('sim_trial')
    .select('sim_trial.asked')
    .where('sim_trial.tried_at', '>', now - SPEAKS_MS)
    .orderBy('sim_trial.id', 'desc')
    .limit(MOST)
    .execute()
  const way = wayOf(asked)
  for (const row of rows) if ((await seal.open(purposeOf(scope.tenantId), row.asked)) === way) return true
  return false
}
