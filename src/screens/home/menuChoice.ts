import type { WorkBench } from '#contract/home/workBench'
import type { MenuNode } from '#contract/home/subModule'

/** The pages under a node, the node itself where it is one. */
export const pagesUnder = (node: MenuNode): readonly MenuNode[] =>
  node.subMenus.length === 0 ? (node.route === '' ? [] : [node]) : node.subMenus.flatMap(pagesUnder)

/** How much of a node is chosen. */
export function chosenOf(node: MenuNode, chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const pages = pagesUnder(node)
  const count = pages.filter(({ route }) => chosen.has(route)).length
  return count === 0 ? 'none' : count === pages.length ? 'all' : 'some'
}

/** A click on a node: everything under it is chosen, or nothing where everything was. */
export function toggled(node: MenuNode, chosen: ReadonlySet<string>): ReadonlySet<string> {
  const pages = pagesUnder(node).map(({ route }) => route)
  const next = new Set(chosen)
  const all = chosenOf(node, chosen) === 'all'
  for (const route of pages) {
    if (all) next.delete(route)
    else next.add(route)
  }
  return next
}

/** What is saved: those chosen before keep their place, new ones follow in the order of the menu (HOME-07). */
export function entrancesOf(tree: readonly MenuNode[], chosen: ReadonlySet<string>, before: readonly WorkBench[]): WorkBench[] {
  const pages = new Map(tree.flatMap(pagesUnder).map((page) => [page.route, page]))
  const kept = before.map(({ workBenchRoute }) => workBenchRoute).filter((route) => chosen.has(route) && pages.has(route))
  const added = [...pages.keys()].filter((route) => chosen.has(route) && !kept.includes(route))
  return [...kept, ...added].map((route, sort) => {
    const { id, name } = pages.get(route)!
    return { workBenchName: name, menuId: id, workBenchIcon: route, workBenchRoute: route, sort }
  })
}
