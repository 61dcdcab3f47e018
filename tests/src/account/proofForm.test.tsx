import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProofForm } from '#src/screens/account/factor/ProofForm.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

beforeEach(() => signedIn(() => []))
afterEach(cleanup)

test('the first field that has to be mended has the focus, and nothing is sent', async () => {
  const sent: object[] = []
  show(
    <ProofForm
      lead="Prove it"
      fields={['password', 'code']}
      submit="Go on"
      send={(typed) => Promise.resolve(sent.push(typed))}
      onDone={() => undefined}
    />,
  )
  const input = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!
  fireEvent.change(input('password'), { target: { value: 'secret' } })
  const button = screen.getByRole('button', { name: 'Go on' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(document.activeElement).toBe(input('code')))
  expect(sent).toEqual([])
  fireEvent.change(input('code'), { target: { value: '123456' } })
  fireEvent.click(button)
  await waitFor(() => expect(sent).toEqual([{ password: 'secret', code: '123456' }]))
})
