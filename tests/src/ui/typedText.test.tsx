import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { begins, optionFilter } from '#src/theme/typedText.ts'
import { show } from '../crud/showing.tsx'

afterEach(cleanup)
const names = ['Caf\u00e9 ＡＢ', 'North', 'South']

test.each(['cafe ab', ' ＣＡＦＥ\u0301 ', 'f\u200b\u00e9'])('every box that offers options finds what is typed as %j', (typed) => {
  show(<Autocomplete options={names} renderInput={(input) => <TextField {...input} label="Plot" />} />)
  const box = screen.getByRole('combobox', { name: 'Plot' })
  act(() => box.focus())
  fireEvent.change(box, { target: { value: typed } })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([names[0]])
})

test('options are found by what is said of them, and no more than so many', () => {
  const filter = optionFilter<{ id: number; code: string }>({ textOf: ({ code }) => code, most: 2 })
  const options = ['Ａ-1', 'a-2', 'b-1', 'A-3'].map((code, id) => ({ id, code }))
  expect(filter(options, { inputValue: 'a', getOptionLabel: () => '' }).map(({ id }) => id)).toEqual([0, 1])
})

test('a name begins with what is typed in any form', () => {
  expect([begins('Ｂea', 'b'), begins('caf\u00e9', 'CAFE\u0301'), begins('Ada', 'd')]).toEqual([true, true, false])
})
