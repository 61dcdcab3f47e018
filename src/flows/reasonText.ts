import { COMMAND_STATES } from '#contract/devices/command'
import { asksDevice, type Checks } from '#contract/flows/definition'
import type { Judged, RunReason, RunState, Trace } from '#contract/flows/run'
import { type Leaf, leavesOf, type Seen } from '#contract/watch/condition'
import { describeCondition } from '#src/alarms/describeCondition.ts'
import { seenAge, seenText } from '#src/alarms/seenText.ts'
import { placeText } from './describeChecks.ts'
import type { FlowWords } from './flowWords.ts'

type Words = Pick<FlowWords, 't' | 'item' | 'language'>

/** What is known of why a run was passed over or failed. */
export interface RunEnd {
  readonly state: RunState
  readonly reason: RunReason | null
  /** What the checks that decided said; `at` is when (ms UTC). */
  readonly checks: readonly Judged[]
  readonly at: number
  /** Those checks as they are written; null where nobody knows them. */
  readonly asked: Checks | null
  /** The command that failed. */
  readonly command?: Trace['command']
  /** The product's words, or the device's own, of a command's message. */
  readonly said?: (message: string | null) => string | null
}

/** Reasons that checks decide. */
const JUDGED: readonly RunReason[] = ['conditionNo', 'conditionUnknown', 'unknown', 'waitedTooLong']

function unknownText(leaf: Leaf | undefined, one: Seen, device: string, at: number, words: Words): string {
  const { t, item } = words
  const code = leaf !== undefined && 'code' in leaf ? leaf.code : null
  // Of two quantities it is the older one that nobody can judge by.
  const older = one.than?.at != null && one.at !== null && one.than.at < one.at
  const named = older && leaf?.kind === 'compare' && leaf.than !== null ? leaf.than : code
  const since = older ? one.than!.at : one.at
  if (leaf?.kind === 'circuit') return t('flows:why.circuit', { device })
  if (since === null) return named === null ? t('flows:why.nothing', { device }) : t('flows:why.missing', { device, item: item(named) })
  const age = seenAge(since, at, words)
  return named === null ? t('flows:why.oldReading', { device, age }) : t('flows:why.old', { device, item: item(named), age })
}

/** Why one check did not say yes; empty where it says no more than that. */
function judgedText(judged: Judged, asked: Checks['of'][number] | undefined, at: number, words: Words): string[] {
  const { t } = words
  const device = placeText(judged.deviceName ?? t('flows:why.anyDevice'), judged.ordinal ?? asked?.ordinal ?? null, words)
  const leaves = asked === undefined ? [] : leavesOf(asked.when)
  if (judged.verdict === 'unknown') {
    const unknown = judged.seen.flatMap((one, nth) => (one.verdict === 'unknown' ? [unknownText(leaves[nth], one, device, at, words)] : []))
    return unknown.length > 0 ? unknown : [t('flows:why.nothing', { device })]
  }
  if (asked === undefined) return []
  const what = describeCondition(asked.when, words)
  if (!asksDevice(asked.when)) return [t('flows:why.clock', { what })]
  const saw = judged.seen.map((one, nth) => seenText(leaves[nth], one, words)).filter((text) => text !== '')
  return [
    saw.length === 0 ? t('flows:why.notSo', { device, what }) : t('flows:why.no', { device, saw: saw.join(t('alarms:say.comma')), what }),
  ]
}

function checksText({ checks, at, asked }: RunEnd, words: Words): string {
  const wanted = checks.some(({ verdict }) => verdict === 'no') && asked?.join !== 'any' ? 'no' : null
  return checks
    .flatMap((judged, nth) => {
      // One no of several that must all be so decides, whatever the others were.
      if (judged.verdict === 'yes' || (wanted !== null && judged.verdict !== wanted)) return []
      return judgedText(judged, asked?.of[nth], at, words)
    })
    .join(words.t('flows:why.join'))
}

function commandText(command: NonNullable<Trace['command']>, said: RunEnd['said'], { t }: Words): string {
  const state = COMMAND_STATES.find((one) => one === command.state)
  const told = {
    switch: command.switchName,
    device: command.deviceName,
    state: state === undefined ? t('flows:reason.commandFailed') : t(`devices:commandState.${state}`),
  }
  const message = said?.(command.message) ?? null
  return message === null ? t('flows:why.command', told) : t('flows:why.commandSaid', { ...told, message })
}

/** Why a run was passed over or failed, as far as it is known: of checks with what they saw and how old that was. Empty without a reason. */
export function reasonText(end: RunEnd, words: Words): string {
  const { t } = words
  if (end.reason === null) return ''
  const checked = JUDGED.includes(end.reason) ? checksText(end, words) : ''
  const told = end.reason === 'commandFailed' && end.command ? commandText(end.command, end.said, words) : ''
  return t(`flows:reasonOf.${end.state}`, { why: checked || told || t(`flows:reason.${end.reason}`) })
}
