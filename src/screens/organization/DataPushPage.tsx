import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataPushCalls, PUSH_CREATE, type PushTarget, type SavedPush } from '#contract/organization/dataPush'
import { useCall } from '#src/api/useCall.ts'
import { SecretOnce } from '#src/rights/SecretOnce.tsx'
import { Permitted } from '#src/session/Permitted.tsx'
import { AddButton } from '#src/ui/AddButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { LettersDialog } from './push/LettersDialog.tsx'
import { PushForm } from './push/PushForm.tsx'
import { TargetCard } from './push/TargetCard.tsx'

/** To whom data is sent, and how that stands now. */
export default function DataPushPage() {
  const { t } = useTranslation()
  const targets = useCall(dataPushCalls.list, {})
  const figures = useCall(dataPushCalls.figures, {}, { staleTime: 0 })
  const [edited, setEdited] = useState<PushTarget | 'new' | null>(null)
  const [looked, setLooked] = useState<PushTarget | null>(null)
  const [made, setMade] = useState<SavedPush | null>(null)
  const add = (
    <Permitted code={PUSH_CREATE}>
      <AddButton onClick={() => setEdited('new')}>{t('organization:dataPush.add')}</AddButton>
    </Permitted>
  )
  return (
    <Page title={t('organization:dataPush.title')} lead={t('organization:dataPush.lead')} actions={add}>
      <Stack spacing={2}>
        <QueryGate
          title={t('organization:dataPush.failed')}
          query={targets}
          waiting={<SkeletonList rows={3} height={120} />}
          none={<EmptyState variant="pageNoContain" title={t('organization:dataPush.empty')} text={t('organization:dataPush.emptyHint')} />}
        >
          {(found) => (
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))' }}>
              {found.map((one) => (
                <TargetCard
                  key={one.id}
                  of={one}
                  figures={figures.data?.find(({ id }) => id === one.id) ?? null}
                  onEdit={() => setEdited(one)}
                  onLetters={() => setLooked(one)}
                  onRenewed={setMade}
                />
              ))}
            </Box>
          )}
        </QueryGate>
      </Stack>
      {edited !== null && (
        <PushForm
          of={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(saved) => {
            setEdited(null)
            setMade(saved)
          }}
        />
      )}
      {looked !== null && <LettersDialog of={looked} onClose={() => setLooked(null)} />}
      {made?.secretOnce != null && (
        <SecretOnce
          title={t('organization:dataPush.secretOnce', { name: made.name })}
          lead={t('organization:dataPush.secretLead')}
          lines={[
            { label: t('organization:dataPush.keyId'), text: made.keyId },
            { label: t('organization:dataPush.fields.secret'), text: made.secretOnce },
          ]}
          onClose={() => setMade(null)}
        />
      )}
    </Page>
  )
}
