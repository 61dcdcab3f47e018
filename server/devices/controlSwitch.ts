import { switchSet } from '#contract/devices/verbs'
import { HOLD_SECONDS, MAX_RUN_SECONDS } from '#contract/devices/command'
import type { Run } from '#contract/devices/types/defineDeviceType'
import type { CommandAnswer } from '../ground/commandDesk.ts'
import { CallFailure } from '../ground/failure.ts'
import { besideField } from '../ground/http/faults.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { type Language, say } from '../ground/words.ts'
import type { SwitchRow } from './switchRows.ts'

/**
 * A person turns a switch, for `runSeconds` or as long as is usual, and flows and alarms leave it alone for `holdSeconds`. What is wrong with that
 * time stands beside it.
 */
export async function controlSwitch(
  { desk }: Pick<Services, 'desk'>,
  asking: Asking,
  row: Pick<SwitchRow, 'device_id' | 'circuit'>,
  { status, runSeconds, holdSeconds = HOLD_SECONDS }: { status: number; runSeconds?: number | undefined; holdSeconds?: number | undefined },
): Promise<CommandAnswer> {
  try {
    return await desk.request({
      tenantId: asking.grant.tenantId,
      deviceId: row.device_id,
      verb: switchSet,
      args: { circuit: row.circuit, status },
      asker: { by: 'user', userId: asking.caller.userId },
      priority: 'manual',
      maxRunMs: runSeconds === undefined ? undefined : runSeconds * 1000,
      holdMs: holdSeconds * 1000,
    })
  } catch (cause) {
    throw cause instanceof CallFailure && cause.code.startsWith('error.switch.run') ? besideTime(cause, asking.language) : cause
  }
}

const besideTime = ({ code, params }: CallFailure, language: Language): CallFailure =>
  besideField(language, 'runSeconds', code, limitWords(language, Number(params.least ?? 1), Number(params.most ?? MAX_RUN_SECONDS)))

const limitWords = (language: Language, least: number, most: number) => ({
  least: spanWords(language, least),
  most: spanWords(language, most),
})

/** That a running time in seconds is outside of what is allowed, beside the field that has it. */
export const runLimits = (language: Language, field: string, { least, most }: Pick<Run, 'least' | 'most'>): CallFailure =>
  besideField(language, field, 'error.switch.runLimits', limitWords(language, least, most))

/** A round number of seconds as a person says it. */
function spanWords(language: Language, seconds: number): string {
  const [unit, per] =
    seconds % 3600 === 0 ? (['hours', 3600] as const) : seconds % 60 === 0 ? (['minutes', 60] as const) : (['seconds', 1] as const)
  return say(language, `devices:run.${unit}`, { count: seconds / per })
}
