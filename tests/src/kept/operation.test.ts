import { expect, test } from 'vitest'
import { bodyOf, confirmed, decided, type Deed, dropped, enqueued, nextOf, type Operation, retried } from '#src/kept/operation.ts'

let count = 0
const one = (given: Partial<Operation> & { readonly deed: Deed }): Operation => ({
  id: `field.${++count}`,
  owner: '1 1',
  kind: 'activity',
  record: 5,
  idName: 'activityId',
  title: 'Walk',
  sending: { method: 'PUT', path: '/x', body: {}, when: null },
  writtenAt: 0,
  left: false,
  trouble: null,
  ...given,
})
const edit = (fields: object, basedOn: Record<string, number>, given: Partial<Operation> = {}) =>
  one({ deed: { does: 'edit', fields: { ...fields }, basedOn }, ...given })
const create = (body: object) =>
  one({ record: null, deed: { does: 'create' }, sending: { method: 'POST', path: '/x', body: { ...body }, when: null } })
const act = (verb: string, given: Partial<Operation> = {}) =>
  one({ kind: 'task', record: 7, idName: 'taskId', deed: { does: 'act', verb }, ...given })
const clash = (field: string, version = 4) => ({ field, mine: 'mine', theirs: 'theirs', version, by: 'Li', at: 1 })
const NOTHING = { recordId: null, version: null, conflicts: [] }

test('edits of a record that have not left are one, of each field the last, based on what was read first', () => {
  const first = edit({ remark: 'a', machine: 'x' }, { remark: 2, machine: 2 })
  const queue = enqueued([first], edit({ remark: 'b' }, { remark: 9 }))
  expect(queue.map(({ id }) => id)).toEqual([first.id])
  expect(queue[0]!.deed).toEqual({ does: 'edit', fields: { remark: 'b', machine: 'x' }, basedOn: { remark: 2, machine: 2 } })
})

test('an edit that has left, is to be decided, or has an act behind it is not touched any more', () => {
  for (const first of [
    edit({ remark: 'a' }, { remark: 1 }, { left: true }),
    edit({ remark: 'a' }, { remark: 1 }, { trouble: { why: 'conflict', conflicts: [clash('remark')] } }),
  ])
    expect(enqueued([first], edit({ remark: 'b' }, { remark: 1 }))[0]).toBe(first)
  const both = [edit({ remark: 'a' }, { remark: 1 }), one({ deed: { does: 'act', verb: 'close' } })]
  expect(enqueued(both, edit({ remark: 'b' }, { remark: 1 }))).toHaveLength(3)
})

test('an edit that the server refused is mended by typing it again: it goes as one, under another key', () => {
  const trouble = { why: 'refused', code: 'error.input.invalid', status: 422, message: '', fields: {} } as const
  const first = edit({ remark: 'a', doneAt: 9 }, { remark: 2, doneAt: 2 }, { left: true, trouble })
  const next = edit({ doneAt: 1 }, { doneAt: 5 })
  const queue = enqueued([first, act('start')], next)
  expect(queue).toHaveLength(2)
  expect(queue[0]).toMatchObject({ id: next.id, left: false, trouble: null })
  expect(queue[0]!.deed).toEqual({ does: 'edit', fields: { remark: 'a', doneAt: 1 }, basedOn: { remark: 2, doneAt: 2 } })
})

test('an edit that was sent already and whose answer was lost joins none: it goes under its own key', () => {
  const later = edit({ remark: 'b' }, { remark: 1 })
  const lost = edit({ remark: 'a' }, { remark: 1 }, { left: true })
  expect(enqueued([later], lost)).toEqual([later, lost])
})

test('what is typed into a record that was made here joins it, and where that has left it waits for its id', () => {
  const made = create({ remark: 'a' })
  const [joined] = enqueued([made], edit({ remark: 'b' }, { remark: 1 }, { record: made.id }))
  expect(joined!.sending.body).toEqual({ remark: 'b' })
  const later = edit({ remark: 'c' }, { remark: 1 }, { record: made.id })
  const queue = enqueued([{ ...made, left: true }], later)
  expect(nextOf(queue)!.id).toBe(made.id)
  const after = confirmed(queue, queue[0]!, { recordId: 12, version: 1, conflicts: [] })
  expect(after).toHaveLength(1)
  expect(bodyOf(after[0]!)).toEqual({ activityId: 12, fields: { remark: 'c' }, basedOn: { remark: 1 } })
})

test('they are sent in their order; what stands behind one of its record that has to be decided waits, others do not', () => {
  const refused = act('start', { trouble: { why: 'refused', code: 'error.task.state', status: 409, message: '', fields: {} } })
  const behind = act('finish')
  const other = act('start', { record: 8 })
  expect(nextOf([refused, behind, other])).toBe(other)
  expect(nextOf([refused, behind])).toBeNull()
  expect(nextOf(dropped([refused, behind], refused.id))).toBe(behind)
  expect(nextOf(retried([refused, behind], refused.id))!.id).toBe(refused.id)
})

test('after an edit is confirmed a later one of the same field stands on it, and on what it was based before for others', () => {
  const first = edit({ remark: 'a' }, { remark: 1 }, { left: true })
  const later = edit({ remark: 'b', machine: 'x' }, { remark: 1, machine: 1 })
  const [left] = confirmed([first, later], first, { recordId: 5, version: 6, conflicts: [] })
  expect(left!.deed).toMatchObject({ basedOn: { remark: 6, machine: 1 } })
})

test('a field that two wrote is told of once: by what was written into it last', () => {
  const first = edit({ remark: 'a', machine: 'x' }, { remark: 1, machine: 1 }, { left: true })
  const later = edit({ remark: 'b' }, { remark: 1 })
  const [told, left] = confirmed([first, later], first, { recordId: 5, version: 6, conflicts: [clash('remark'), clash('machine')] })
  expect(told!.trouble).toEqual({ why: 'conflict', conflicts: [clash('machine')] })
  expect(left!.deed).toMatchObject({ basedOn: { remark: 1 } })
  expect(confirmed([first], first, NOTHING)).toEqual([])
})

test('what is decided for mine is written over what stood there when it was told; for theirs nothing is sent', () => {
  const troubled = edit(
    { remark: 'mine', machine: 'mine' },
    { remark: 1 },
    { left: true, trouble: { why: 'conflict', conflicts: [clash('remark', 8), clash('machine', 9)] } },
  )
  expect(decided(troubled, new Set(['machine']), 'field.new')).toMatchObject({
    id: 'field.new',
    left: false,
    trouble: null,
    deed: { does: 'edit', fields: { machine: 'mine' }, basedOn: { machine: 9 } },
  })
  expect(decided(troubled, new Set(), 'field.new')).toBeNull()
})

test('giving up a record that was made here gives up what was typed into it', () => {
  const made = create({ remark: 'a' })
  expect(dropped([made, edit({ remark: 'b' }, {}, { record: made.id }), act('start')], made.id)).toHaveLength(1)
})
