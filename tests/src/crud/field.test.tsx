import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { neededText } from '#contract/core/field'
import { defineResource } from '#contract/core/resource'
import { worker } from '#contract/farm/worker'
import farm from '#locales/en-US/farm' with { type: 'json' }
import { RecordFacts } from '#src/crud/RecordFacts.tsx'
import { ResourceForm } from '#src/crud/ResourceForm.tsx'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { show } from './showing.tsx'

const { calls: _calls, codes: _codes, actions: _actions, ...declared } = worker
/** The resource of workers with one line more, and its word. */
const extended = defineResource({ ...declared, shape: 'body', fields: { ...worker.fields, emergencyContact: neededText(60) } })
const words = { ...farm, worker: { ...farm.worker, fields: { ...farm.worker.fields, emergencyContact: 'Emergency contact' } } }

beforeAll(() => void i18next.addResourceBundle('en-US', 'farm', words))
afterEach(cleanup)

function Form({ save }: { save: (values: unknown) => Promise<object> }) {
  return (
    <ResourceForm
      of={extended}
      id={null}
      guard={useLeaveGuard()}
      layout={[['name', 'emergencyContact']]}
      initial={{ organizationId: 1 }}
      save={save}
      onSaved={() => undefined}
      onCancel={() => undefined}
    />
  )
}

describe('one line more in a declaration, and its word', () => {
  test('is typed in a form under its word, held to its rule, and sent', async () => {
    const save = vi.fn(async () => ({}))
    show(<Form save={save} />)
    const user = userEvent.setup()
    await user.type(screen.getByLabelText(/^Name/), 'Chen')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByText('Please fill this in')).toBeTruthy())
    expect(save).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText(/^Emergency contact/), 'Li, 13800138000')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(save.mock.calls[0]).toMatchObject([{ name: 'Chen', emergencyContact: 'Li, 13800138000' }])
  })

  test('stands among the facts of a record', () => {
    show(<RecordFacts of={extended} record={{ objectVersionNumber: 1, name: 'Chen', emergencyContact: 'Li' }} />)
    expect(screen.getByText('Emergency contact').nextElementSibling?.textContent).toBe('Li')
  })
})
