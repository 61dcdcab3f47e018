import type { TFunction } from 'i18next'
import type { RejectedMessage } from '#contract/devices/gateway'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import { momentText } from '#src/time/moment.ts'

/** The latest moment that there is. A clock may say a number beyond it. */
const LAST_MOMENT = 8.64e15
const moment = (at: number) => (at <= LAST_MOMENT ? momentText(at) : String(at))

/** How a device answers a command (docs/device-protocol.md); the same in every language. */
const ANSWER_FORM = '{"ok":true} / {"ok":false,"message":"..."}'

/** What was wrong with a message, in the reader's words; the sentence of a row that is older than notes stands as it was kept. */
export function wordNotes(t: TFunction, { notes, detail }: Pick<RejectedMessage, 'notes' | 'detail'>): string {
  return notes.length === 0 ? detail : notes.map((note) => wordNote(t, note)).join(t('devices:rejected.between'))
}

function wordNote(t: TFunction, note: RejectedNote): string {
  return t(`devices:rejected.notes.${note.code}`, {
    ...note,
    form: ANSWER_FORM,
    ...('said' in note && { said: t(`devices:rejected.kinds.${note.said.kind}`, { text: note.said.text }) }),
    ...('at' in note && { at: moment(note.at) }),
    ...('now' in note && { now: moment(note.now) }),
    // No reading is a value too, and words leave an empty place for null.
    ...('first' in note && { first: String(note.first), second: String(note.second) }),
  })
}
