import { expect, test } from 'vitest'
import { type AnyResource } from '#contract/core/resource'
import type { Field } from '#contract/core/field'
import { PACKAGE_WRITERS } from '#contract/farm/planCodes'
import { MY_TASKS } from '#contract/farm/task'
import { TASK_WRITERS } from '#contract/farm/taskCodes'
import { ACTIVITY_WRITERS } from '#contract/farm/activityCodes'
import { LOG } from '#contract/farm/logCodes'
import { FLOWS_EDIT, FLOWS_READ } from '#contract/flows/permission'
import { HARVESTS, MATERIALS, OPTION, STOCK, STOCK_READERS } from '#contract/inventory/codes'
import { documents } from '#contract/inventory/documents'
import { resources } from '#contract/resources'

const all: readonly AnyResource[] = Object.values(resources)
/** What refers to a resource without being one: its codes. */
const others: Record<string, readonly string[]> = {
  flowGroup: [FLOWS_READ, FLOWS_EDIT],
  // Whoever has tasks of their own reads them too.
  task: [MY_TASKS],
  product: [
    resources.store.codes.edit,
    STOCK,
    MATERIALS.manage,
    ...HARVESTS,
    ...ACTIVITY_WRITERS,
    // Lines of tasks and of packages name products.
    ...TASK_WRITERS,
    ...PACKAGE_WRITERS,
  ],
  taskType: PACKAGE_WRITERS,
  worker: ACTIVITY_WRITERS,
  // The log is narrowed by it.
  batch: [LOG],
  store: [...STOCK_READERS, OPTION.read, OPTION.edit, ...HARVESTS],
}
/** Those who fill in documents that refer to it. */
const writersOf = (name: string) =>
  Object.values(documents)
    .filter(({ header, line }) => [header, line].some((fields) => Object.values<Field>(fields).some(({ target }) => target === name)))
    .flatMap(({ codes: { read, create, edit } }): string[] => [read, create, edit])
const refersTo = (name: string) => all.filter(({ fields }) => Object.values(fields).some(({ target }) => target === name))

test.each(all.map((of) => [of.name, of] as const))(
  '%s is offered by title to whoever reads it or fills in what refers to it, and to nobody else',
  (name, of) => {
    const { permission } = of.calls.options
    if (of.calls.page.permission === 'login') return expect(permission).toBe('login')
    const codes = [of, ...refersTo(name)].flatMap(({ codes: { read, create, edit } }): string[] => [read, create, edit])
    // What refers to itself is told once.
    const told = new Set([...codes, ...(others[name] ?? []), ...writersOf(name)])
    return expect([permission].flat().toSorted()).toEqual([...told].toSorted())
  },
)
