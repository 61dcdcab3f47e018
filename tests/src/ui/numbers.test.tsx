import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { decimalText } from '#src/ui/decimalText.ts'
import { exactQuantity } from '#src/ui/exactText.ts'
import { moneyText } from '#src/ui/money.ts'
import { NumberField } from '#src/ui/NumberField.tsx'

test.each(['-0', '-0.00', '-0.0000001', '0'])('%s is written as nothing, without a sign', (amount) => {
  expect([decimalText(amount, 'en-US'), exactQuantity(amount, 'en-US'), moneyText(amount, 'en-US')]).toEqual(['0', '0', '¥0.00'])
})
test('what is less than nothing has its sign', () =>
  expect([decimalText('-0.5', 'en-US'), exactQuantity('-0.000001', 'en-US'), moneyText('-0.01', 'en-US')]).toEqual([
    '-0.5',
    '-0.000001',
    '-¥0.01',
  ]))

test('-0 that is typed is 0, and -0.5 can be typed on from it', () => {
  const held: unknown[] = []
  function Box() {
    const [value, setValue] = useState<unknown>(null)
    const change = (next: unknown) => {
      held.push(next)
      setValue(next)
    }
    return <NumberField label="N" value={value} onChange={change} />
  }
  render(<Box />)
  const box = screen.getByLabelText<HTMLInputElement>('N')
  for (const typed of ['-0', '-0.', '-0.5']) {
    fireEvent.change(box, { target: { value: typed } })
    expect(box.value).toBe(typed)
  }
  expect(held).toEqual([0, 0, -0.5])
})
