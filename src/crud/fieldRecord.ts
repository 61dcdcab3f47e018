import type { AnyResource } from '#contract/core/resource'
import { call, isFailure } from '../api/call.ts'
import { doOrKeep, keepOperation, KEPT, operationOf } from '../field/act.ts'
import { isLost } from '../field/sendOne.ts'
import type { Operation } from '../kept/operation.ts'
import type { Row } from './useRecords.ts'

type Values = Readonly<Record<string, unknown>>

/** A field as it would be written, in one spelling. */
const spelled = (of: AnyResource, name: string, value: unknown) =>
  JSON.stringify(of.fields[name]!.schema.safeParse(value ?? undefined).data ?? value)

const momentsOf = (of: AnyResource) => Object.keys(of.fields).filter((name) => of.fields[name]!.kind === 'moment')

/** The fields of a record that were changed in a form. */
export const changedFields = (of: AnyResource, opened: Row, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(of.fields).flatMap((name) =>
      name in values && spelled(of, name, values[name]) !== spelled(of, name, opened[name]) ? [[name, values[name]]] : [],
    ),
  )

/** What edits of a record wait, over what the server has; those that it refused too: they are mended in the form. */
export const withWaitingEdits = (of: AnyResource, record: Row, queue: readonly Operation[]): Row =>
  queue.reduce<Row>(
    (row, { kind, record: id, deed, trouble }) =>
      kind === of.name && id === record[of.idName] && deed.does === 'edit' && trouble?.why !== 'conflict'
        ? { ...row, ...deed.fields }
        : row,
    record,
  )

/** In which version the fields of a record were read that were typed here and wait, of each the first. */
const waitingVersions = (of: AnyResource, id: number, queue: readonly Operation[]) => {
  const edits = queue.filter(({ kind, record, trouble }) => kind === of.name && record === id && trouble?.why !== 'conflict')
  const versions = edits.map(({ deed }) => (deed.does === 'edit' ? deed.basedOn : {}))
  return Object.assign({}, ...versions.toReversed()) as Readonly<Record<string, number>>
}

/**
 * Saves a record of a resource that is written without network too: at once where the server answers, else as an operation that waits. An edit
 * that waits says the fields that were changed and the version that each was read in, so that nobody's are overwritten.
 */
export async function saveInField(of: AnyResource, opened: Row | null, values: Values, queue: readonly Operation[]): Promise<unknown> {
  const about = { kind: of.name, idName: of.idName, title: `${values[of.title] as string}` }
  if (opened === null)
    return doOrKeep({
      ...about,
      record: null,
      declaration: of.calls.create,
      body: values,
      deed: { does: 'create' },
      moments: momentsOf(of),
    })
  const id = opened[of.idName] as number
  const waits = queue.some(({ kind, record }) => kind === of.name && record === id)
  if (!waits) {
    const body = { ...values, [of.idName]: id, objectVersionNumber: opened.objectVersionNumber }
    const answer: unknown = await call(of.calls.update, { body }, { quiet: true })
    if (!isFailure(answer) || !isLost(answer)) return answer
  }
  // The form began with what waits: it is that which was changed, back to what the server has too.
  const fields = changedFields(of, withWaitingEdits(of, opened, queue), values)
  const before = waitingVersions(of, id, queue)
  const basedOn = Object.fromEntries(Object.keys(fields).map((name) => [name, before[name] ?? opened.objectVersionNumber]))
  if (Object.keys(fields).length > 0)
    await keepOperation(
      operationOf({ ...about, record: id, declaration: of.calls.merge!, body: {}, deed: { does: 'edit', fields, basedOn } }),
    )
  return KEPT
}
