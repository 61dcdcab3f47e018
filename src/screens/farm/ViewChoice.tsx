import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'

interface View<Name extends string> {
  readonly name: Name
  readonly icon: ComponentType<{ fontSize: 'small'; 'aria-hidden': true }>
  readonly words: string
}

/** How the records of a page are looked at, as the address says; the first of the ways where it says none. */
export function useView<Name extends string>(views: readonly [Name, ...Name[]]): Name {
  const [address] = useSearchParams()
  return views.find((view) => view === address.get('view')) ?? views[0]
}

/** The ways to look at the records of a page. */
export function ViewChoice<Name extends string>({ views, label }: { views: readonly [View<Name>, ...View<Name>[]]; label: string }) {
  const [, setAddress] = useSearchParams()
  const chosen = useView(views.map(({ name }) => name) as [Name, ...Name[]])
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={chosen}
      onChange={(_, view: Name | null) => view !== null && setAddress(view === views[0].name ? {} : { view })}
    >
      {views.map(({ name, icon: Icon, words }) => (
        <ToggleButton key={name} value={name} sx={{ gap: 0.5 }}>
          <Icon fontSize="small" aria-hidden />
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
