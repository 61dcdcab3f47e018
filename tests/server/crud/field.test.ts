import { describe, expect, test } from 'vitest'
import { shortText } from '#contract/core/field'
import { defineResource } from '#contract/core/resource'
import { worker } from '#contract/farm/worker'
import { columnOf, toColumns, toFields } from '#server/ground/crud/rows'
import { type Rules, rulesFor } from '#server/ground/crud/rules'

const { calls: _calls, codes: _codes, actions: _actions, ...declared } = worker

/** The resource of workers with one line more. */
const extended = defineResource({ ...declared, shape: 'body', fields: { ...worker.fields, emergencyContact: shortText(60) } })
const rules = rulesFor(extended, { table: 'worker', columns: { organizationId: 'area_id' } }) as unknown as Rules

describe('one line more in a declaration', () => {
  test('is validated, with its rule', () => {
    const lawful = { name: 'A', organizationId: 1 }
    expect(extended.create.parse({ ...lawful, emergencyContact: 'B' })).toMatchObject({ emergencyContact: 'B' })
    expect(extended.create.parse(lawful)).toMatchObject({ emergencyContact: null })
    expect(extended.create.safeParse({ ...lawful, emergencyContact: 'x'.repeat(61) }).success).toBe(false)
  })

  test('has its column, both ways', () => {
    expect(columnOf(rules, 'emergencyContact')).toBe('emergency_contact')
    expect(toColumns(rules, { emergencyContact: ' B ' })).toEqual({ emergency_contact: 'B' })
    expect(toFields(rules, { id: 1, object_version_number: 1, emergency_contact: 'B' })).toMatchObject({ emergencyContact: 'B' })
  })

  test('narrows and sorts the list, and has its column in the spreadsheet', () => {
    expect(extended.calls.page.query.parse({ emergencyContact: 'B', sort: '-emergencyContact' })).toMatchObject({ emergencyContact: 'B' })
    expect(worker.calls.page.query.safeParse({ sort: 'emergencyContact' }).success).toBe(false)
    expect(extended.sheetFields).toContain('emergencyContact')
  })
})
