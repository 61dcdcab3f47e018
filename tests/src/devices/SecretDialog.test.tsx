import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deviceTypes } from '#contract/devices/deviceType'
import devices from '#locales/en-US/devices' with { type: 'json' }
import { SecretDialog } from '#src/screens/devices/list/SecretDialog.tsx'
import { show } from '../crud/showing.tsx'

const of = { name: 'Pump house', deviceType: 'gateway_water', userName: '1/pump-1', secret: 'lI1O0-secret' }
afterEach(cleanup)

describe('the secret of a device', () => {
  test('is not closed in passing before it was copied: staying has the focus, and closing is one’s own choice', async () => {
    const onClose = vi.fn()
    show(<SecretDialog of={of} onClose={onClose} />)
    await userEvent.keyboard('{Escape}')
    const question = await screen.findByRole('dialog', { name: 'The secret was not copied' })
    const stay = within(question).getByRole('button', { name: 'Stay and copy' })
    await waitFor(() => expect(document.activeElement).toBe(stay))
    await userEvent.keyboard('{Enter}')
    expect(onClose).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByText('The secret was not copied')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Close without it' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('closes at once when it was copied, and stands in a font in which no two letters look alike', async () => {
    const onClose = vi.fn()
    const user = userEvent.setup()
    show(<SecretDialog of={of} onClose={onClose} />)
    expect(getComputedStyle(screen.getByText(of.secret)).fontFamily).toBe('monospace')
    await user.click(screen.getByRole('button', { name: /^Copy: MQTT secret/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('stands beside the codes under which a device of its type reports, and a code is found however it is written', async () => {
    show(<SecretDialog of={of} onClose={() => undefined} />)
    const list = screen.getByRole('list', { name: devices.codes.title })
    const codes = () =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    const own = Object.keys(deviceTypes.gateway_water.measures)
    expect(own.length).toBeGreaterThan(2)
    expect(
      codes()
        .slice(0, own.length)
        .map((text) => own.find((code) => text?.startsWith(code))),
    ).toEqual(own)
    for (const sought of ['dissolved_oxygen', 'Dissolved Oxygen', 'dissolvedoxygen']) {
      const box = screen.getByLabelText(devices.codes.find)
      await userEvent.clear(box)
      await userEvent.type(box, sought)
      expect(codes()).toEqual(['dissolvedOxygenDissolved oxygen (mg/L)'])
    }
  })
})
