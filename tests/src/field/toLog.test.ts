import { expect, test } from 'vitest'
import type { Operation } from '#src/kept/operation.ts'
import { entryOf } from '#src/screens/field/useToLog.ts'

const one = (given: Partial<Operation>): Operation => ({
  id: 'field.1',
  owner: '1 1',
  kind: 'activity',
  record: 5,
  idName: 'activityId',
  title: 'Walk',
  sending: { method: 'PUT', path: '/x', body: {}, when: null },
  deed: { does: 'create' },
  writtenAt: 9,
  left: true,
  trouble: null,
  ...given,
})
const picture = '/hfle/v1/0/files/00000000-0000-0000-0000-000000000000/content'

test('an entry of the log says the words, the pictures and the moment of an act that was refused', () => {
  const body = { verb: 'finish', remark: 'Muddy', pictures: [picture], at: 7 }
  const act = one({ deed: { does: 'act', verb: 'finish' }, sending: { method: 'POST', path: '/x', body, when: null } })
  expect(entryOf(act, 'Finish', 'Refused', 3)).toMatchObject({
    logTitle: 'Finish · Walk',
    description: 'Muddy\nRefused',
    content: [picture],
    at: 7,
    areaId: 3,
  })
})

test('an entry of the log says what was typed into an edit that was refused, and takes its pictures along', () => {
  const fields = { remark: 'Muddy', pictures: [picture] }
  const edit = one({ deed: { does: 'edit', fields, basedOn: { remark: 1, pictures: 1 } } })
  expect(entryOf(edit, 'Edit', 'Refused', 3)).toMatchObject({ description: 'Muddy\nRefused', content: [picture], at: 9 })
})
