import type { DutyStep } from '#contract/alarms/duty'
import type { Shift } from '#contract/alarms/staff'
import { type Language, say } from '../ground/words.ts'
import { wordHours } from './watchWords.ts'

/** When somebody is on duty as lines, one a shift; who has none always is. */
export const wordShifts = (shifts: readonly Shift[], language: Language): string[] =>
  shifts.length === 0 ? [say(language, 'organization:audit.always')] : shifts.map((shift) => wordHours(shift, language))

/** Whom a base calls on as lines, one a step. */
export const wordSteps = (steps: readonly DutyStep[], staff: ReadonlyMap<number, string>, language: Language): string[] =>
  steps.map(({ afterMinutes, staffIds }) => {
    const names = staffIds.map((id) => staff.get(id) ?? say(language, 'organization:audit.unknown', { id }))
    const after = say(language, 'organization:audit.afterMinutes', { minutes: afterMinutes })
    return say(language, 'crud:pair', { one: after, two: names.join(say(language, 'organization:audit.and')) })
  })
