import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newQueryClient } from '#src/api/useCall.ts'
import { changeLanguage } from '#src/i18n/i18n.ts'
import type { Language } from '#src/i18n/language.ts'
import { Themed } from '#src/theme/Themed.tsx'
import { Dates } from '#src/time/Dates.tsx'
import { ListTable } from '#src/ui/ListTable.tsx'
import { signedIn } from '../signedIn.ts'

beforeAll(() => signedIn(() => []))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each<[Language, string, RegExp, RegExp]>([
  ['zh-CN', '没有可用选项', /选择/, /全选/],
  ['en-US', 'No options', /^Choose date/, /^Select all/],
])('on a page in %s the parts of the library speak that language too: a box, a date and a table', async (language, none, date, all) => {
  await changeLanguage(language)
  render(
    <QueryClientProvider client={newQueryClient()}>
      <MemoryRouter>
        <Themed>
          <Autocomplete open options={[]} renderInput={(params) => <TextField {...params} />} />
          <Dates>
            <DatePicker />
          </Dates>
          <ListTable
            name="rows"
            label="Rows"
            userId={1}
            rows={[{ id: 1 }]}
            total={1}
            rowId={({ id }) => id}
            columns={[{ name: 'name', label: 'Name', cell: () => null }]}
            actions={[]}
            bulk={[{ name: 'delete', label: 'Delete', icon: <i />, run: () => Promise.resolve(null) } as never]}
            state={{ filters: {}, page: 1, size: 10, sort: null }}
            onState={() => undefined}
          />
        </Themed>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(none)).toBeTruthy()
  expect(screen.getByRole('button', { name: date })).toBeTruthy()
  expect((await screen.findAllByRole('checkbox', { name: all })).length).toBeGreaterThan(0)
})
