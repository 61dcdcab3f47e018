import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Fact } from './Fact.tsx'

/** What is known of something, in two columns where there is room; what is not there says so. */
export function FactGrid({ facts, none }: { facts: readonly (readonly [name: string, value: ReactNode])[]; none: string }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto 1fr auto 1fr' }, columnGap: 2, rowGap: 1 }}
    >
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value === null || value === '' ? (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {none}
            </Box>
          ) : (
            value
          )}
        </Fact>
      ))}
    </Box>
  )
}
