import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText, hundredths } from '#contract/core/decimal'
import { type AnyDocumentFull, MAX_LINES, totalOf } from '#contract/core/document'
import { aplionform } from '#contract/inventory/aplionform'
import {
  blankDraft,
  blankLine,
  bodyOf,
  copyOf,
  type Draft,
  type DraftLine,
  draftOf,
  errorsOf,
  faultsOf,
  idsOf,
  inputOf,
  longestOf,
  rebase,
} from '#src/documents/draft.ts'
import { type Names, readRows, writeRows } from '#src/documents/pasting.ts'
import { decimalText as shown } from '#src/ui/decimalText.ts'
import { moneyText } from '#src/ui/money.ts'

const cents = fc.integer({ min: 1, max: 9_999_900 })
const amount = cents.map((count) => decimalText(BigInt(count)))
const line = fc.record({ quantity: amount, price: amount })
const aLine: DraftLine = { ...blankLine(aplionform), productName: 'Seeds', unit: 'bag', quantity: '2', price: '3.5' }
const aDraft = (lines: Draft['lines']): Draft => ({ ...blankDraft(aplionform, 1), title: 'Spring', lines })

const none: ReadonlySet<number> = new Set()
const noNames: Names = () => undefined
const LINE_FIELDS = ['productName', 'specification', 'unit', 'quantity', 'price', 'remark'] as const

describe('the total', () => {
  test('is that of exact arithmetic in hundredths, rounded half up line by line', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: MAX_LINES }), (lines) => {
        const exact = lines.reduce((sum, { quantity, price }) => {
          const product = hundredths(quantity)! * hundredths(price)!
          return sum + product / 100n + (product % 100n >= 50n ? 1n : 0n)
        }, 0n)
        expect(totalOf(aplionform, lines)).toBe(decimalText(exact))
      }),
    )
  })
  test('does not depend on the order of the lines, and adds up from parts', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (some, more) => {
        expect(totalOf(aplionform, [...more, ...some])).toBe(totalOf(aplionform, [...some, ...more]))
        const sum = (lines: typeof some) => hundredths(totalOf(aplionform, lines)!)!
        expect(sum([...some, ...more])).toBe(sum(some) + sum(more))
      }),
    )
  })
  test('is never lost in a float: 0.1 and 0.2 a hundred times', () => {
    expect(
      totalOf(
        aplionform,
        Array.from({ length: 100 }, () => ({ quantity: '0.1', price: '0.2' })),
      ),
    ).toBe('2.00')
  })
  test('takes a line that is still being typed for nothing', () => {
    for (const typed of ['', '.', '1.', 'abc', '1.234', '-3']) expect(totalOf(aplionform, [{ quantity: typed, price: '5' }])).toBe('0.00')
  })
  test('is shown with every digit it has', () => {
    expect(moneyText('1999980000.01', 'en-US').replaceAll(/[^\d.,]/g, '')).toBe('1,999,980,000.01')
    expect(shown('60.00', 'en-US')).toBe('60')
    expect(shown('68.50', 'zh-CN')).toBe('68.5')
  })
})

describe('a draft', () => {
  test('travels as the contract wants it, whatever amounts were typed rightly', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const draft = aDraft(lines.map((given) => ({ ...aLine, ...given })))
        expect(faultsOf(aplionform, draft).size).toBe(0)
        const sent = aplionform.body.parse(bodyOf(aplionform, draft, none))
        expect(sent.lines.map(({ quantity, price }) => ({ quantity, price }))).toEqual(lines)
      }),
    )
  })
  test('leaves out the blank lines at its end, and nothing else', () => {
    expect(
      bodyOf(aplionform, aDraft([aLine, blankLine(aplionform), aLine, blankLine(aplionform), blankLine(aplionform)]), none).lines.length,
    ).toBe(3)
    expect(bodyOf(aplionform, aDraft([blankLine(aplionform)]), none).lines).toEqual([])
  })
  test('names each fault under the input it belongs to', () => {
    const faults = faultsOf(aplionform, {
      ...aDraft([aLine, { ...aLine, productName: '  ', quantity: '0', price: '1.234' }]),
      title: '',
      areaId: null,
    })
    expect([...faults].map(([path, { key }]) => [path, key])).toEqual([
      ['areaId', 'required'],
      ['title', 'required'],
      ['lines.1.productName', 'onlySpaces'],
      ['lines.1.quantity', 'amount'],
      ['lines.1.price', 'amount'],
    ])
    const errors = errorsOf(faults, ({ key }) => `words of ${key}`)
    expect(errors.lines?.[1]?.['quantity']?.message).toBe('words of amount')
    expect(errors.lines?.[0]).toBeUndefined()
    expect(errors.title?.message).toBe('words of required')
  })
  test('is held to 0 < amount <= 99999 with at most 2 decimals', () => {
    const faulty = (quantity: string) => faultsOf(aplionform, aDraft([{ ...aLine, quantity }])).has('lines.0.quantity')
    for (const right of ['0.01', '1', '99999', '99999.00', ' 7 ', '\uff11\uff12']) expect([right, faulty(right)]).toEqual([right, false])
    for (const wrong of ['0', '0.00', '99999.01', '100000', '1.005', '1,5', '-1', 'x', ''])
      expect([wrong, faulty(wrong)]).toEqual([wrong, true])
  })
})

describe('rows of a spreadsheet', () => {
  test('come as they were copied; one cell is left to its input', () => {
    expect(readRows('just text')).toBeNull()
    expect(readRows('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })
  test('are written to the right and down, over as many lines as they need and no more than there may be', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 300 }),
        fc.nat(50),
        fc.constantFrom(...LINE_FIELDS),
        (rows, row, field) => {
          const before = Array.from({ length: row + 1 }, () => ({ ...aLine }))
          const paste = { order: LINE_FIELDS, rows, row, name: field }
          const after = writeRows(aplionform, before, paste, noNames).lines
          expect(after.length).toBe(Math.min(MAX_LINES, Math.max(before.length, row + rows.length)))
          expect(after.slice(0, row)).toEqual(before.slice(0, row))
          for (const column of LINE_FIELDS.slice(0, LINE_FIELDS.indexOf(field))) expect(after[row]![column]).toBe(aLine[column])
        },
      ),
    )
  })
  test('bring amounts without the signs and separators of money', () => {
    const rows = [['Seeds', '', 'bag', '1,200', '\u00a51,234.50']]
    const paste = { order: LINE_FIELDS, rows, row: 0, name: 'productName' }
    const [written] = writeRows(aplionform, [blankLine(aplionform)], paste, noNames).lines
    expect(written).toMatchObject({ productName: 'Seeds', unit: 'bag', quantity: '1200', price: '1234.50' })
  })
})

describe('what was typed while somebody else saved', () => {
  const base: Draft = {
    ...blankDraft(aplionform, 1),
    title: 'Old',
    lines: [{ ...blankLine(aplionform), productName: 'Tape', quantity: '1' }],
  }
  test('stays, over the newest of everything that was left alone', () => {
    const newest = { ...base, title: 'Theirs', neededBy: '2026-12-01' }
    expect(rebase({ ...base, remark: 'mine' }, base, newest)).toEqual({ draft: { ...newest, remark: 'mine' }, both: [] })
  })
  test('wins where both changed the same, and that is said; unless both wrote the same', () => {
    const lines = [{ ...base.lines[0]!, quantity: '2' }]
    const newest = { ...base, title: 'Theirs', lines }
    expect(rebase({ ...base, title: 'Mine', lines: structuredClone(lines) }, base, newest)).toEqual({
      draft: { ...base, title: 'Mine', lines },
      both: ['title'],
    })
  })
})

describe('the identity of a line', () => {
  const fullOf = (ids: readonly number[]) =>
    ({
      areaId: 1,
      title: 'Spring',
      neededBy: null,
      remark: null,
      attachments: [],
      lines: ids.map((id) => ({ ...aLine, id, amount: null, specification: null, remark: null })),
    }) as unknown as AnyDocumentFull
  const idsSent = (draft: Draft, known: readonly number[]) => bodyOf(aplionform, draft, new Set(known)).lines.map(({ id }) => id)

  test('goes with it from the server and back, in whatever order the lines stand', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 20 }), (ids) => {
        const draft = draftOf(aplionform, fullOf(ids))
        draft.lines.reverse()
        expect(idsSent(draft, [...idsOf(fullOf(ids))])).toEqual(ids.toReversed())
      }),
    )
  })
  test('stays the line of another document that it was made of, and the document that of its source', () => {
    const full = fullOf([21, 22])
    const made = { ...full, sourceId: 7, lines: full.lines.map((line, at) => ({ ...line, sourceLineId: 70 + at })) }
    const body = bodyOf(aplionform, draftOf(aplionform, made), idsOf(made))
    expect([body.sourceId, ...body.lines.map(({ sourceLineId }) => sourceLineId)]).toEqual([7, 70, 71])
  })

  test('is claimed once, and only of a line that the document still has', () => {
    const draft = draftOf(aplionform, fullOf([1, 2, 3]))
    draft.lines.push({ ...draft.lines[0]! }, copyOf(draft.lines[1]!))
    expect(idsSent(draft, [1, 3])).toEqual([1, undefined, 3, undefined, undefined])
    expect(idsSent(draft, [])).toEqual([undefined, undefined, undefined, undefined, undefined])
  })
  test('is no change by itself: lines that were only stored anew are followed', () => {
    const base = draftOf(aplionform, fullOf([1, 2]))
    const newest = draftOf(aplionform, fullOf([3, 4]))
    expect(rebase({ ...base, title: 'Mine' }, base, newest)).toEqual({ draft: { ...newest, title: 'Mine' }, both: [] })
    const typed = { ...base, lines: [base.lines[1]!, { ...base.lines[0]!, quantity: '9' }] }
    expect(rebase(typed, base, newest)).toEqual({ draft: { ...newest, lines: typed.lines }, both: [] })
  })
})

test('a fault of the server belongs to the input that it names, where the form has one', () => {
  const draft = aDraft([aLine])
  const at = (path: string) => inputOf(aplionform, draft, path)
  expect(['title', 'neededBy', 'lines', 'lines.0.price'].map(at)).toEqual(['title', 'neededBy', 'lines.root', 'lines.0.price'])
  expect(['gone', 'lines.1.price', 'lines.0.gone', 'lines.0', 'lines.x.price'].map(at)).toEqual([null, null, null, null, null])
})

test('an input takes no more than the rule of its field', () => {
  const { line } = aplionform
  expect([longestOf(line.productName), longestOf(line.remark), longestOf(line.price), longestOf(aplionform.header.neededBy)]).toEqual([
    60,
    200,
    12,
    undefined,
  ])
})
