import { expect, test } from 'vitest'
import { registry } from '#server/areas'
import { say } from '#server/ground/words'
import { declaredFields } from '#server/organization/auditFields'
import { type Reader, wordChanges } from '#server/organization/auditWords'

const reader = {
  language: 'en-US',
  timeZone: 'Asia/Shanghai',
  declared: declaredFields(registry),
  users: new Map(),
  switches: new Map(),
  roles: new Map(),
  areas: new Map(),
  staff: new Map(),
  devices: new Map(),
  lands: new Map(),
} satisfies Reader
const words = (key: string) => say('en-US', `organization:crop.${key}`)

test('what is told of a resource has the words of its page, choices too, in the order of its fields', () => {
  const recorded = {
    description: { after: 'Sweet' },
    crop_kind: { before: 'livestock', after: 'vegetable' },
    crop_name: { after: 'Melon' },
  }
  const told = wordChanges('crop', recorded, reader)
  expect(told.map(({ label }) => label)).toEqual(['cropName', 'cropKind', 'description'].map((field) => words(`fields.${field}`)))
  expect(told[1]).toMatchObject({ before: [words('choices.cropKind.livestock')], after: [words('choices.cropKind.vegetable')] })
  expect(told[1]!.before).not.toEqual(['livestock'])
})

test('an audit status is told in words of every document', () => {
  const [told] = wordChanges('shipment', { audit_status: { before: 'draft', after: 'submitted' } }, reader)
  expect(told).toMatchObject({ before: ['Draft'], after: ['Submitted'] })
})
