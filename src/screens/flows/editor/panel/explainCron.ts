import type { FlowWords } from '../words.ts'

const FIELDS = [
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day', 1, 31],
  ['month', 1, 12],
  ['weekday', 0, 7],
] as const
const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/

function isField(text: string, from: number, to: number): boolean {
  return text.split(',').every((part) => {
    const [whole, first, last, step] = PART.exec(part) ?? []
    if (whole === undefined || (step !== undefined && Number(step) < 1)) return false
    if (first === undefined) return true
    const begin = Number(first)
    const end = last === undefined ? begin : Number(last)
    return begin >= from && end <= to && begin <= end
  })
}

/** Whether it is made of five fields that each mean something by themselves. */
export function isCronText(cron: string): boolean {
  const parts = cron.split(' ')
  return parts.length === FIELDS.length && FIELDS.every(([, from, to], at) => isField(parts[at]!, from, to))
}

/** The five fields of a cron text, each with what it stands for; null where it means nothing. */
export function explainCron(cron: string, { t }: Pick<FlowWords, 't'>): string | null {
  if (!isCronText(cron)) return null
  const parts = cron.split(' ')
  return FIELDS.map(([name], at) =>
    t('crud:pair', {
      one: t(`flows:editor.cron.${name}`),
      two: parts[at] === '*' ? t('flows:editor.cron.every') : parts[at],
    }),
  ).join(t('flows:editor.say.then'))
}
