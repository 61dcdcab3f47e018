import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { gateway } from '#contract/devices/gateway'
import { ResourceForm } from '#src/crud/ResourceForm.tsx'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { show } from './showing.tsx'

// What a reference offers is asked of the server, which is not there.
vi.mock('#src/api/useCall.ts', async (original) => ({
  ...(await original<object>()),
  useCall: () => ({ data: { content: [{ id: 1, title: 'East base', enabledFlag: 1 }] }, isPending: false, isFetching: false }),
}))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const options = { deviceType: [{ value: 'gateway', label: 'Gateway' }], areaId: [{ value: 1, label: 'East base' }], landId: [] }

function Form({
  save,
  initial = { deviceType: 'gateway', areaId: 1 },
  onSaved = () => undefined,
  onCancel = () => undefined,
}: {
  save: (values: unknown) => Promise<Failure | object>
  initial?: object
  onSaved?: () => void
  onCancel?: () => void
}) {
  const guard = useLeaveGuard()
  return (
    <ResourceForm
      of={gateway}
      id={null}
      guard={guard}
      layout={[['name', 'eui'], ['deviceType', 'areaId'], ['reportingMinutes']]}
      options={options}
      initial={initial}
      save={save}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  )
}
const box = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const beside = (label: RegExp) => document.getElementById(box(label).getAttribute('aria-describedby') ?? '')?.textContent

describe('a form of a resource', () => {
  test('says what is wrong beside each field before it asks the server', async () => {
    const save = vi.fn<(values: unknown) => Promise<object>>()
    show(<Form save={save} />)
    const user = userEvent.setup()
    await user.type(box(/^EUI|EUI/), 'no spaces please')
    await user.type(box(/Reporting period/), '5000')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(beside(/EUI/)).toContain('Letters, digits'))
    expect(beside(/^Name/)).toBe('Please fill this in')
    expect(beside(/Reporting period/)).toBe('Must be at most 1440')
    expect(save).not.toHaveBeenCalled()
  })

  test('puts what the server finds wrong beside the field it names, and keeps what was typed', async () => {
    const save = vi.fn(async () => ({
      failed: true as const,
      code: 'error.device.euiTaken',
      message: 'Taken',
      fields: { eui: 'A device with EUI pond-1 already exists' },
    }))
    const onSaved = vi.fn()
    show(<Form save={save} onSaved={onSaved} />)
    const user = userEvent.setup()
    await user.type(box(/^Name/), 'Pond gateway')
    await user.type(box(/EUI/), 'pond-1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(beside(/EUI/)).toBe('A device with EUI pond-1 already exists'))
    expect(box(/^Name/).value).toBe('Pond gateway')
    expect(box(/EUI/).value).toBe('pond-1')
    expect(onSaved).not.toHaveBeenCalled()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    [409, 'error.conflict', 'Somebody was first', 'Somebody was first'],
    // Nobody answered: there are no words but the console's own.
    [0, 'error.network', '', 'Network error'],
    [502, 'error.unavailable', '', 'Request failed'],
  ])('shows a failure that names no field above its buttons, and never a blank: %i', async (status, code, message, words) => {
    show(<Form save={async () => ({ failed: true, status, code, message })} />)
    const user = userEvent.setup()
    await user.type(box(/^Name/), 'Pond gateway')
    await user.type(box(/EUI/), 'pond-1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(box(/^Name/).value).toBe('Pond gateway')
  })

  test('sends a number that was typed with its decimals as a number', async () => {
    const save = vi.fn(async () => ({}))
    show(<Form save={save} />)
    const user = userEvent.setup()
    await user.type(box(/^Name/), 'Pond gateway')
    await user.type(box(/EUI/), 'pond-1')
    await user.type(box(/Reporting period/), '7.50')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(save.mock.calls[0]).toMatchObject([{ name: 'Pond gateway', eui: 'pond-1', reportingMinutes: 7.5, areaId: 1 }])
  })

  test('asks before typed text is thrown away, and not when nothing was typed', async () => {
    const onCancel = vi.fn()
    show(<Form save={async () => ({})} onCancel={onCancel} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledOnce()
    await user.type(box(/^Name/), 'P')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    // Enter in passing throws nothing away.
    const stay = await screen.findByRole('button', { name: 'Keep editing' })
    await waitFor(() => expect(document.activeElement).toBe(stay))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(onCancel).toHaveBeenCalledTimes(2))
  })

  test('offers again what was typed when the session expired, over the record as it is then, until it is given up', async () => {
    show(<Form save={async () => ({})} />)
    const user = userEvent.setup()
    await user.type(box(/^Name/), 'Pond gateway')
    await user.type(box(/Reporting period/), '7.50')
    // An expired session leaves the document: what was typed is written down then at the latest.
    dispatchEvent(new Event('pagehide'))
    cleanup()
    show(<Form save={async () => ({})} initial={{ deviceType: 'gateway', areaId: 1, eui: 'pond-1' }} />)
    expect(box(/^Name/).value).toBe('Pond gateway')
    expect(box(/Reporting period/).value).toBe('7.5')
    expect(box(/EUI/).value).toBe('pond-1')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(box(/^Name/).value).toBe('')
    cleanup()
    show(<Form save={async () => ({})} />)
    expect(box(/^Name/).value).toBe('')
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })

  test('forgets what was typed once it is saved, or thrown away', async () => {
    const user = userEvent.setup()
    for (const end of ['Save', 'Cancel']) {
      const ended = vi.fn()
      show(<Form save={async () => ({})} onSaved={ended} onCancel={ended} />)
      await user.type(box(/^Name/), 'Pond gateway')
      await user.type(box(/EUI/), 'pond-1')
      await user.click(screen.getByRole('button', { name: end }))
      if (end === 'Cancel') await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
      await waitFor(() => expect(ended).toHaveBeenCalledOnce())
      cleanup()
      expect(Object.keys(sessionStorage).filter((key) => key.startsWith('furrow.draft'))).toEqual([])
    }
  })
})
