import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The parts of a page, of which one is shown: the one that the address names, else the first. */
export function AddressTabs<Name extends string>({
  id,
  label,
  words,
  children,
}: {
  /** Begins the ids of its elements. */
  id: string
  label: string
  words: readonly (readonly [name: Name, words: string])[]
  children: (tab: Name) => ReactNode
}) {
  const [address, setAddress] = useSearchParams()
  const [first] = words[0]!
  const [tab] = words.find(([name]) => name === address.get('tab')) ?? words[0]!
  return (
    <>
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2, flexShrink: 0 }}>
        <Tabs
          value={tab}
          onChange={(_, next: Name) => setAddress(next === first ? {} : { tab: next }, { replace: true })}
          variant="scrollable"
          scrollButtons={false}
          aria-label={label}
          sx={{ '& .MuiTab-root': { minWidth: 0, minHeight: 48, px: { xs: 1.5, sm: 2 } } }}
        >
          {words.map(([name, said]) => (
            <Tab key={name} value={name} id={`${id}-tab-${name}`} aria-controls={`${id}-part-${name}`} label={said} />
          ))}
        </Tabs>
      </Box>
      <Box role="tabpanel" id={`${id}-part-${tab}`} aria-labelledby={`${id}-tab-${tab}`} sx={{ flex: 1, minHeight: 0 }}>
        {children(tab)}
      </Box>
    </>
  )
}
