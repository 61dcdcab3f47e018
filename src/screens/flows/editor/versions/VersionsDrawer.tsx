import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Flow, flowCalls, type FlowVersion } from '#contract/flows/flow'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/time/moment.ts'
import { SideSheet } from '#src/ui/SideSheet.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { draftOfFlow } from '../draft/convert.ts'
import { FlowGraph } from '../graph/FlowGraph.tsx'
import { Sentence } from '../Sentence.tsx'
import { useEditor } from '../useEditor.ts'
import { useFlowNames } from '../useFlowNames.ts'

const WIDTH = 720
const NOTHING: ReadonlyMap<string, string> = new Map()
const NONE: ReadonlySet<string> = new Set()

/** A version as it was: its graph and its words, which nothing changes. */
function OldVersion({ of, areaId }: { of: FlowVersion; areaId: number }) {
  const [draft] = useState(() => draftOfFlow({ name: of.name, note: '', groupId: null, definition: of.definition }))
  const editor = useEditor(draft, false)
  const names = useFlowNames(draft, areaId)
  const words = { ...useAlarmWords(), names }
  return (
    <Stack spacing={2}>
      <Sentence of={draft} words={words} />
      <FlowGraph view={{ areaId, editor, words, faults: NOTHING, faulty: NONE, open: [] }} />
    </Stack>
  )
}

/** The versions of a flow, newest first; one is looked at, and taken up again as what is written now. */
export function VersionsDrawer({
  of,
  canEdit,
  onAdopt,
  onClose,
}: {
  of: Flow
  canEdit: boolean
  onAdopt: (version: FlowVersion) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const query = useCall(flowCalls.versions, { params: { id: of.id } })
  const [looked, setLooked] = useState<number | null>(null)
  const chosen = query.data?.find(({ version }) => version === looked)
  return (
    <SideSheet title={t('flows:editor.versions.title')} width={WIDTH} from="md" onClose={onClose}>
      {query.isPending && <SkeletonList />}
      {query.isError && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      <List dense disablePadding>
        {query.data?.map(({ version, name, savedAt, savedBy }) => (
          <ListItem key={version} disablePadding>
            <ListItemButton selected={version === looked} onClick={() => setLooked(version === looked ? null : version)}>
              <ListItemText
                primary={t(version === of.version ? 'flows:editor.versions.now' : 'flows:editor.versions.nth', { version, name })}
                secondary={savedBy === null ? momentText(savedAt) : t('flows:editor.versions.by', { at: momentText(savedAt), by: savedBy })}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {chosen && (
        <Box>
          {canEdit && chosen.version !== of.version && (
            <Button variant="contained" sx={{ mb: 2 }} onClick={() => onAdopt(chosen)}>
              {t('flows:editor.versions.adopt')}
            </Button>
          )}
          <OldVersion key={chosen.version} of={chosen} areaId={of.areaId} />
        </Box>
      )}
    </SideSheet>
  )
}
