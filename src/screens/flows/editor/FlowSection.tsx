import RedoIcon from '@mui/icons-material/RedoOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#src/ui/Section.tsx'
import { FlowGraph } from './graph/FlowGraph.tsx'
import { sayNode } from './NodeButton.tsx'
import { Outline } from './Outline.tsx'
import { NodePanel } from './panel/NodePanel.tsx'
import { Sentence } from './Sentence.tsx'
import type { FlowView } from './view.ts'

type Picture = 'graph' | 'list'

/** The parts of a flow, as a graph or as a list (which phones show first), with the form of the one that is looked at beside it. */
export function FlowSection({ view, flowId }: { view: FlowView; flowId: number | null }) {
  const { t } = useTranslation()
  const { breakpoints } = useTheme()
  const narrow = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const beside = useMediaQuery(breakpoints.up('lg'), { noSsr: true })
  const [chosen, setChosen] = useState<Picture | null>(null)
  const picture = chosen ?? (narrow ? 'list' : 'graph')
  const { editor } = view
  const { selected, state } = editor
  const panel = selected !== null && <NodePanel key={selected} of={selected} view={view} flowId={flowId} />
  const ways = [
    { word: t('flows:editor.undo'), Icon: UndoIcon, off: state.past.length === 0, run: editor.undo },
    { word: t('flows:editor.redo'), Icon: RedoIcon, off: state.future.length === 0, run: editor.redo },
  ]
  return (
    <>
      <Section
        title={t('flows:editor.parts')}
        aside={
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
            {editor.canEdit &&
              ways.map(({ word, Icon, off, run }) => (
                <IconButton key={word} aria-label={word} title={word} disabled={off} onClick={run}>
                  <Icon fontSize="small" />
                </IconButton>
              ))}
            <ToggleButtonGroup
              exclusive
              size="small"
              value={picture}
              aria-label={t('flows:editor.shownAs')}
              onChange={(_, next: Picture | null) => next && setChosen(next)}
            >
              <ToggleButton value="graph">{t('flows:editor.asGraph')}</ToggleButton>
              <ToggleButton value="list">{t('flows:editor.asList')}</ToggleButton>
            </ToggleButtonGroup>
          </Stack>
        }
      >
        {view.open.length > 0 && (
          <Alert severity="warning" sx={{ mb: 1.5 }}>
            {t('flows:editor.openList')}
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {view.open.map(({ node, what }) => (
                <li key={`${node} ${what}`}>
                  <Button
                    size="small"
                    color="inherit"
                    sx={{ textAlign: 'left', textTransform: 'none' }}
                    onClick={() => editor.select(node)}
                  >
                    {t('crud:pair', { one: sayNode(node, view)?.kind, two: t(`flows:editor.open.${what}`) })}
                  </Button>
                </li>
              ))}
            </Box>
          </Alert>
        )}
        {view.faults.has('steps') && <FormHelperText error>{view.faults.get('steps')}</FormHelperText>}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: selected === null ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) 440px' },
          }}
        >
          <div>
            {picture === 'graph' ? <FlowGraph view={view} /> : <Outline view={view} panel={beside ? null : panel} />}
            {editor.canEdit && (
              <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' }, mt: 0.5 }}>
                {t('flows:editor.graphKeys')}
              </Typography>
            )}
          </div>
          {(beside || picture === 'graph') && panel}
        </Box>
      </Section>
      <Section title={t('flows:editor.readsAs')}>
        <Sentence of={editor.draft} words={view.words} />
      </Section>
    </>
  )
}
