import { useQueryClient } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type WorkBench, workBenchCalls } from '#contract/home/workBench'
import { type MenuNode, subModuleCalls } from '#contract/home/subModule'
import { CallError } from '#src/api/call.ts'
import { queryKeyOf, useCall, useCallMutation } from '#src/api/useCall.ts'
import { useLanguage } from '#src/i18n/useLanguage.ts'
import { useSession } from '#src/session/session.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { chosenOf, entrancesOf, toggled } from './menuChoice.ts'

const WIDTH = 480

/** The menu as a tree to tick: what is ticked is a common entrance of this user. */
export default function EntrancesDialog({
  userId,
  chosen: before,
  onClose,
}: {
  userId: number
  chosen: readonly WorkBench[]
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const lang = useLanguage()
  const { tenantId } = useSession()
  const tree = useCall(subModuleCalls.tree, { query: { lang } })
  const { value, brought, change, undo, drop } = useDraftState<readonly string[]>(
    'entrances',
    before.map(({ workBenchRoute }) => workBenchRoute),
  )
  const chosen = new Set(value)
  const close = () => {
    drop()
    onClose()
  }
  const save = useCallMutation(workBenchCalls.save, {
    quiet: true,
    onSuccess(saved) {
      queryClient.setQueryData(queryKeyOf(workBenchCalls.list, { params: { t: tenantId, userId } }), saved)
      toast('success', t('frame:tip.saved'))
      close()
    },
  })
  const submit = () =>
    save.mutate(
      { params: { t: tenantId }, body: { userId, farmWorkBenches: entrancesOf(tree.data ?? [], chosen, before) } },
      // HOME-07: what the server said, as a warning; what was ticked stays.
      { onError: (error) => toast('warning', error instanceof CallError && error.message !== '' ? error.message : t('frame:tip.failed')) },
    )
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      title={t('home:entrances.dialog')}
      width={WIDTH}
      actions={
        <>
          <Typography variant="body2" aria-live="polite" sx={{ flex: 1, color: 'text.secondary' }}>
            {t('home:entrances.count', { count: chosen.size })}
          </Typography>
          <Button onClick={close}>{t('frame:act.cancel')}</Button>
          <Button variant="contained" loading={save.isPending} disabled={!tree.isSuccess} onClick={submit}>
            {t('frame:act.save')}
          </Button>
        </>
      }
    >
      <DraftNote shown={brought} onDrop={undo} />
      {tree.isPending && <SkeletonList rows={6} height={32} />}
      {tree.isError && <ErrorState compact title={t('home:failed.menu')} error={tree.error} onRetry={() => void tree.refetch()} />}
      {tree.data?.length === 0 && <EmptyState compact variant="pageNoContain" />}
      {tree.data != null && <Branch nodes={tree.data} chosen={chosen} onToggle={(node) => change([...toggled(node, chosen)])} />}
    </Modal>
  )
}

function Branch({
  nodes,
  chosen,
  onToggle,
  inner = false,
}: {
  nodes: readonly MenuNode[]
  chosen: ReadonlySet<string>
  onToggle: (node: MenuNode) => void
  inner?: boolean
}) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, pl: inner ? 3 : 0, listStyle: 'none' }}>
      {nodes.map((node) => {
        const state = chosenOf(node, chosen)
        return (
          <li key={node.id}>
            <FormControlLabel
              control={<Checkbox size="small" checked={state === 'all'} indeterminate={state === 'some'} onChange={() => onToggle(node)} />}
              label={node.name}
              slotProps={{ typography: { variant: 'body2', sx: { fontWeight: node.subMenus.length > 0 ? 600 : 400 } } }}
            />
            {node.subMenus.length > 0 && <Branch inner nodes={node.subMenus} chosen={chosen} onToggle={onToggle} />}
          </li>
        )
      })}
    </Box>
  )
}
