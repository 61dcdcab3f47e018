import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Definition, FormCode } from '#contract/approvals/definition'
import approvals from '#locales/en-US/approvals' with { type: 'json' }
import { FlowTrial } from '#src/screens/approvals/FlowTrial.tsx'
import { newCondition } from '#src/screens/approvals/flowDraft.ts'
import { NodesEditor } from '#src/screens/approvals/NodesEditor.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

beforeEach(async () => {
  await signedIn(() => undefined)
  i18next.addResourceBundle('en-US', 'approvals', approvals)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const people = { people: [], roles: [], areas: [] } as never
const { fact, condition } = approvals.definition
const nothing = () => undefined

test.each([
  ['shipment', true],
  ['inventory_form', false],
] as const)('a trial of the form %s asks for an amount: %s', (formCode, hasAmount) => {
  show(<FlowTrial of={{ id: 1, formCode } as Definition} people={people} onWay={nothing} />)
  expect(screen.queryByLabelText(fact.total) !== null).toBe(hasAmount)
  expect(screen.getByLabelText(fact.lineCount)).toBeTruthy()
})

const editing = (form: FormCode) =>
  show(
    <NodesEditor
      form={form}
      path="nodes"
      level={0}
      people={people}
      fault={nothing}
      value={[newCondition('shipment', 'Dear')]}
      onChange={nothing}
    />,
  )
const offered = async () => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: condition.fact }))
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
}

test('a condition is offered what its form says', async () => {
  editing('shipment')
  expect(screen.queryByText(condition.notOf)).toBeNull()
  expect(await offered()).toContain(fact.total)
})

test('one on what its form does not say is told, and offered no more', async () => {
  editing('inventory_form')
  expect(screen.getByText(condition.notOf)).toBeTruthy()
  expect(await offered()).not.toContain(fact.total)
})
