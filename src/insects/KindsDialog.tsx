import AddIcon from '@mui/icons-material/Add'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InsectType } from '#contract/insects/insectType'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { KindForm } from './KindForm.tsx'
import { useKinds } from './useKinds.ts'

/** The tenant's kinds of insects, to add, to name and to hide; for those who may change what was found. */
export function KindsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { kinds, query, colorOf } = useKinds()
  const [form, setForm] = useState<{ of: InsectType | null } | null>(null)
  const add = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setForm({ of: null })} sx={{ minHeight: 44 }}>
      {t('insects:kinds.add')}
    </Button>
  )
  return (
    <Modal open onClose={onClose} width={640} title={t('insects:kinds.title')} actions={add}>
      <ListGate
        compact
        query={query}
        rows={4}
        height={44}
        none={<EmptyState variant="noData" compact title={t('insects:kinds.none')} text={t('insects:kinds.noneHint')} />}
      >
        {() => (
          <Box component="ul" aria-label={t('insects:kinds.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {kinds.map((kind) => (
              <Stack
                key={kind.id}
                component="li"
                direction="row"
                sx={{ alignItems: 'center', gap: 1.5, py: 0.5, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { border: 0 } }}
              >
                <Box
                  aria-hidden
                  sx={{ width: 14, height: 14, flexShrink: 0, border: `3px solid ${colorOf(kind.id)}`, borderRadius: '2px' }}
                />
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography sx={{ overflowWrap: 'anywhere' }}>
                    {t('insects:kinds.names', { one: kind.zhName, other: kind.enName })}
                  </Typography>
                  <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                    {kind.code}
                  </Typography>
                </Box>
                {kind.hidden === 1 && <Chip size="small" label={t('insects:kinds.hidden')} />}
                <IconButton
                  aria-label={t('insects:kinds.editOne', { name: kind.name })}
                  onClick={() => setForm({ of: kind })}
                  sx={{ width: 44, height: 44 }}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
              </Stack>
            ))}
          </Box>
        )}
      </ListGate>
      {form && <KindForm key={form.of?.id ?? 'new'} of={form.of} onClose={() => setForm(null)} onSaved={() => setForm(null)} />}
    </Modal>
  )
}
