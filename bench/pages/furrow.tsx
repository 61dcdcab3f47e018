// Furrow's live layer as the product uses it (one connection, snapshot and changes, frame pacing, LiveNumber), 200 cells, nothing else.
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { newQueryClient } from '#src/api/useCall.ts'
import { startWords } from '#src/i18n/i18n.ts'
import { LiveNumber } from '#src/live/LiveNumber.tsx'
import { LiveProvider } from '#src/live/LiveProvider.tsx'
import { startSession } from '#src/session/session.ts'
import { buildTheme } from '#src/theme/theme.ts'
import { watchCells } from './measure.ts'

const query = new URLSearchParams(location.search)
const root = document.querySelector<HTMLElement>('#cells')!
const area = Number(query.get('area'))
const first = Number(query.get('first'))
const items = Array.from({ length: Number(query.get('cells')) }, (_, at) => first + at)

await Promise.all([startWords(), startSession()])
watchCells(root, Number(query.get('epoch')))
createRoot(root).render(
  <ThemeProvider theme={buildTheme()} noSsr>
    <QueryClientProvider client={newQueryClient()}>
      <LiveProvider>
        {items.map((item) => (
          <span key={item} data-cell={item}>
            <LiveNumber areaId={area} itemId={item} digits={2} />{' '}
          </span>
        ))}
      </LiveProvider>
    </QueryClientProvider>
  </ThemeProvider>,
)
document.body.setAttribute('data-ready', '')
