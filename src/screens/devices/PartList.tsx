import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Things that people named and say something in some words: a line each, and for who may change them buttons to do so. */
export function PartList<Part extends { readonly id: number; readonly name: string }>({
  parts,
  empty,
  words,
  says,
  below,
  mayEdit,
  onEdit,
  onRemove,
}: {
  /** Undefined until they are known. */
  parts: readonly Part[] | undefined
  empty: string
  words: { readonly edit: string; readonly remove: string }
  says: (part: Part) => readonly string[]
  below?: (part: Part) => ReactNode
  mayEdit: boolean
  onEdit: (part: Part) => void
  onRemove: (part: Part) => void
}) {
  const { t } = useTranslation()
  if (parts?.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {empty}
      </Typography>
    )
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {parts?.map((one) => (
        <Stack key={one.id} component="li" direction="row" aria-label={one.name} sx={{ alignItems: 'center', gap: 1, py: 0.75 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.name}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {says(one).join(' · ')}
            </Typography>
            {below?.(one)}
          </Box>
          {mayEdit &&
            (
              [
                [words.edit, onEdit, EditIcon],
                [words.remove, onRemove, DeleteIcon],
              ] as const
            ).map(([word, act, Icon]) => (
              <IconButton
                key={word}
                aria-label={t('crud:pair', { one: word, two: one.name })}
                onClick={() => act(one)}
                sx={{ minWidth: 44, minHeight: 44 }}
              >
                <Icon fontSize="small" />
              </IconButton>
            ))}
        </Stack>
      ))}
    </Box>
  )
}
