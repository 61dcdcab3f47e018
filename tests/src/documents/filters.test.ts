import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aplionform } from '#contract/inventory/aplionform'
import { readAddress } from '#src/ui/listAddress.ts'
import { FILTERS, listQuery } from '#src/documents/filters.ts'

const asked = (address: string) => listQuery(aplionform, readAddress(new URLSearchParams(address), FILTERS), 9)

describe('the filters of the list', () => {
  test('come from the address', () => {
    expect(
      asked('code=PA2026&auditStatus=rejected&applicant=Lin&areaId=3&mine=1&startDate=2026-08-01&endDate=2026-08-31&page=2&size=20'),
    ).toEqual({
      page: 2,
      size: 20,
      code: 'PA2026',
      auditStatus: 'rejected',
      applicant: 'Lin',
      areaId: 3,
      applicantId: 9,
      startDate: '2026-08-01',
      endDate: '2026-08-31',
    })
  })
  test('leave out what an address says wrongly', () => {
    expect(asked('auditStatus=gone&areaId=x&mine=2&startDate=2026-02-30&endDate=soon')).toEqual({ page: 1, size: 10 })
  })
  test('are always accepted by the call, whatever stands in the address', () => {
    const odd = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.constantFrom('2026-08-01', '3', '1', 'draft'))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...FILTERS, 'page', 'size'), odd), (given) => {
        expect(aplionform.calls.page.query.safeParse(asked(new URLSearchParams(given).toString())).success).toBe(true)
      }),
    )
  })
})
