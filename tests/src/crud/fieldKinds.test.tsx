import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FieldKind } from '#contract/core/field'
import {
  amount,
  choice,
  color,
  day,
  image,
  images,
  passages,
  longText,
  neededText,
  person,
  point,
  polygon,
  quantity,
  reference,
  references,
  stages,
  switchedFlag,
  texts,
  time,
  lines,
  markedAs,
  richText,
} from '#contract/core/field'
import { z } from 'zod'
import type { Field } from '#contract/core/field'
import { Dates } from '#src/time/Dates.tsx'
import { fieldKinds } from '#src/crud/fieldKinds.tsx'
import { show } from './showing.tsx'

// jsdom draws no map: that it can be drawn on is looked at in a browser.
vi.mock('#src/map/DrawingMap.tsx', () => ({
  DrawingMap: ({ label, fault }: { label: string; fault?: string }) => (
    <div data-drawing>
      {label} <span>{fault}</span>
    </div>
  ),
}))
vi.mock('#src/api/useCall.ts', async (original) => ({
  ...(await original<object>()),
  useCall: () => ({
    data: { content: [{ id: 7, title: 'East base', enabledFlag: 1, userId: 7, realName: 'East base' }] },
    isPending: false,
    isFetching: false,
    isSuccess: true,
  }),
}))
afterEach(cleanup)

const samples = {
  text: { field: neededText(10), value: 'North gate', cell: 'North gate' },
  longText: { field: longText(200), value: 'By the pond', cell: 'By the pond' },
  number: { field: amount('min', 1, 60), value: 12.5, cell: '12.5 min' },
  decimal: { field: quantity('mu'), value: '1234.50', cell: '1,234.5 mu' },
  choice: { field: choice(['a', 'b']), value: 'b', cell: 'Bravo' },
  flag: { field: switchedFlag(), value: 1, cell: 'Yes' },
  reference: { field: reference('area'), value: 7, cell: 'East base' },
  moment: { field: time(), value: new Date(2026, 10, 21, 6, 5, 4).getTime(), cell: '2026-11-21 06:05:04' },
  day: { field: day(), value: '2026-11-21', cell: '2026-11-21' },
  color: { field: color(), value: '#1b9961', cell: 'Green' },
  polygon: {
    field: polygon(),
    value: [
      [113.1, 22.9],
      [113.2, 22.9],
      [113.2, 23],
    ],
    cell: '3 corners',
  },
  point: { field: point(), value: { longitude: 113.34, latitude: 22.96 }, cell: '113.34, 22.96' },
  person: { field: person(), value: 7, cell: 'East base' },
  references: { field: references('area', 5), value: [7], cell: 'East base' },
  texts: { field: texts(5, 60), value: ['Open the gate', 'Close it'], cell: 'Open the gate · Close it' },
  image: { field: image(), value: '/pond.jpg', cell: '' },
  images: { field: images(6), value: ['/pond.jpg', '/gate.jpg'], cell: '' },
  passages: { field: passages(12), value: [{ name: 'Grafting', imageUrl: null, description: null }], cell: 'Grafting' },
  stages: {
    field: stages(20),
    value: [
      { name: 'Seedling', days: 20 },
      { name: 'Fruit', days: 40 },
    ],
    cell: 'Seedling (20 d) → Fruit (40 d)',
  },
  richText: { field: richText(100), value: '<p>It <b>rains</b></p>', cell: 'It rains' },
  marks: { field: markedAs([7, 8]), value: [7], cell: 'East base' },
  lines: { field: lines(z.string(), z.string(), 5), value: ['one', 'two'], cell: '2' },
} as const satisfies Record<FieldKind, { field: Field; value: unknown; cell: string }>

const options = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Bravo' },
  { value: 7, label: 'East base' },
]

describe.each(Object.entries(samples) as [FieldKind, (typeof samples)[FieldKind]][])(
  'a field of kind %s',
  (kind, { field, value, cell }) => {
    const { Cell, Input } = fieldKinds[kind]
    test('is shown by its cell', () => {
      const { container } = show(
        <div data-testid="cell">
          <Cell value={value} field={field} options={options} />
        </div>,
      )
      expect(screen.getByTestId('cell').textContent).toBe(cell)
      expect(container).toBeTruthy()
    })
    // What lines hold is typed into an input of their resource.
    test.runIf(kind !== 'lines')('is typed into its input, which shows what is wrong beside it', async () => {
      show(
        <Dates>
          <Input
            name={kind}
            label="Thing"
            field={field}
            value={value}
            options={options}
            disabled={false}
            fault="Please fill this in"
            onChange={() => undefined}
            onBlur={() => undefined}
          />
        </Dates>,
      )
      // The map comes with the first form that draws.
      if (kind !== 'point') expect(await screen.findByText('Please fill this in')).toBeTruthy()
      expect(document.querySelectorAll('input, textarea, button, [data-drawing]').length).toBeGreaterThan(0)
    })
  },
)

test('a colour is picked and seen by its name, never by its code, and is taken away again', async () => {
  const { Input } = fieldKinds.color
  const change = vi.fn()
  const given = {
    name: 'color',
    label: 'Fill',
    field: color(),
    options: [],
    disabled: false,
    fault: undefined,
    onChange: change,
    onBlur: () => undefined,
  }
  show(<Input {...given} value="#2f86b7" />)
  expect(screen.getByDisplayValue('Blue')).toBeTruthy()
  const picker = screen.getByLabelText('Fill', { selector: '[type=color]' })
  expect([...document.querySelectorAll('input')].filter((one) => one.type !== 'color' && one.value.includes('#'))).toEqual([])
  fireEvent.change(picker, { target: { value: '#ff0000' } })
  expect(change).toHaveBeenLastCalledWith('#ff0000')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(change).toHaveBeenLastCalledWith(null)
})
