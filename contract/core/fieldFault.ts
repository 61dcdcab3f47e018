import type { z } from 'zod'

/** What can be wrong with one input: the key of its words under `errors:field.`. Server and console say the same. */
export const FIELD_FAULTS = [
  'tooLong',
  'notText',
  'onlySpaces',
  'required',
  'loginName',
  'invalid',
  'eui',
  'color',
  'tooSmall',
  'tooBig',
  'choice',
  'amount',
  'phone',
  'positive',
  'decimals',
  'code',
  'url',
  'bannerLink',
  'crossing',
  'spans',
  'rising',
  'within',
  'clock',
  'cron',
  'notZero',
  'rangeTooMuch',
  'rangeTooLong',
  'bandOrder',
  'sourceCalculated',
  'sourceUnit',
  'sourceTwice',
  'token',
  'twice',
  'float',
  'bits',
  'itemCode',
  'source',
  'hex',
  'metricValue',
  'serial',
  'splitLength',
  'nationalChannel',
  'sameTime',
  'tooOften',
  'whole',
  'prefix',
  'standardCode',
  'barcode',
  'bankAccount',
  'taxNumber',
  'email',
  'money',
  'oneStoreABase',
  'amountUsed',
  'hoursWorked',
  'quantityUsed',
  'beforeStart',
  'tooEarly',
  'tooLate',
  'doubled',
  'over24',
  'repetition',
  'tooManyStages',
  'growthTooLong',
  'tooManyTasks',
  'beyondSubplan',
  'closesOnce',
  'creditCode',
  'domain',
  'timeZone',
  'iccid',
  'headerName',
  'headerValue',
  'topic',
  'pushAddress',
  'dotted',
  'iccidPlace',
  'month',
  'simUnknown',
  'beyondBases',
] as const
export type FieldFaultKey = (typeof FIELD_FAULTS)[number]

export interface FieldFault {
  /** The top-level input that the issue belongs to, e.g. `latlng` for `latlng.longitude`; of a document's lines the cell, `lines.2.quantity`. */
  readonly field: string
  readonly key: FieldFaultKey
  readonly params: Readonly<Record<string, number>>
}

const isKey = (message: string): message is FieldFaultKey => (FIELD_FAULTS as readonly string[]).includes(message)

/** Turns one zod issue into the words' key; `given` is the whole input, so that a missing value reads as `required`. */
export function fieldFault(issue: z.core.$ZodIssue, given: unknown): FieldFault {
  const [name = '', row, cell] = issue.path
  const field = name === 'lines' && row !== undefined && cell !== undefined ? `lines.${String(row)}.${String(cell)}` : String(name)
  const value = issue.path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined),
    given,
  )
  const fault = (key: FieldFaultKey, params: Record<string, number> = {}): FieldFault => ({ field, key, params })
  if (value === undefined || value === null || value === '') return fault('required')
  if (isKey(issue.message)) return fault(issue.message)
  if (issue.code === 'too_small' && issue.origin !== 'string') return fault('tooSmall', { min: Number(issue.minimum) })
  if (issue.code === 'too_big') return issue.origin === 'string' ? fault('tooLong') : fault('tooBig', { max: Number(issue.maximum) })
  if (issue.code === 'invalid_value') return fault('choice')
  return fault('invalid')
}

/** The first fault of every field, by name. */
export function fieldFaults(error: z.core.$ZodError, given: unknown): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {}
  for (const issue of error.issues) {
    const fault = fieldFault(issue, given)
    faults[fault.field] ??= fault
  }
  return faults
}
