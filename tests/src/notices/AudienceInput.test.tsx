import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import notices from '#locales/en-US/notices' with { type: 'json' }
import { newQueryClient } from '#src/api/useCall.ts'
import { AudienceInput } from '#src/screens/notices/manage/AudienceInput.tsx'
import { signedIn } from '../signedIn.ts'

const said = notices.manage
let options: object
beforeEach(async () => {
  await signedIn(() => options)
  i18next.addResourceBundle('en-US', 'notices', notices)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const north = { id: 1, name: 'North' }
const all = { everybody: true, roles: [{ id: 5, name: 'Leads' }], units: [], bases: [north], people: [] }
const NOBODY = { roleIds: [], unitIds: [], areaIds: [], userIds: [] }
function shown(given: { everybody: boolean; audience?: object }) {
  const onChange = vi.fn()
  const audience = { ...NOBODY, ...given.audience }
  render(
    <QueryClientProvider client={newQueryClient()}>
      <AudienceInput everybody={given.everybody} audience={audience} reach={null} fault={undefined} onChange={onChange} />
    </QueryClientProvider>,
  )
  return onChange
}

test('who acts in every base may choose everybody', async () => {
  options = all
  shown({ everybody: true })
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: said.everybody })).disabled).toBe(false)
  expect(screen.queryByText(new RegExp(said.someBases))).toBeNull()
})

test('who acts in some bases alone is told so, and offered these; what was named beyond them is seen and can be taken out', async () => {
  options = { ...all, everybody: false, roles: [] }
  shown({ everybody: true })
  await screen.findByText(new RegExp(said.someBases))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: said.everybody }).disabled).toBe(true)
  cleanup()

  const onChange = shown({ everybody: false, audience: { roleIds: [5] } })
  const beyond = (await screen.findByText(said.beyond)).closest<HTMLElement>('.MuiChip-root')!
  expect(screen.queryByLabelText(said.kinds.people)).toBeNull()
  fireEvent.keyDown(beyond, { key: 'Backspace' })
  expect(onChange).toHaveBeenCalledWith({ audience: NOBODY })
})
