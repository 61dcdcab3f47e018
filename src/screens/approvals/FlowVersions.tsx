import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import { useTranslation } from 'react-i18next'
import type { Definition } from '#contract/approvals/definition'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'

interface Given {
  /** Newest first. */
  readonly list: readonly Definition[]
  readonly shownId: number | undefined
  readonly onShow: (id: number) => void
}

/** The versions of a form's flow, with who saved each and which one is in force. */
export function FlowVersions({ list, shownId, onShow }: Given) {
  const { t } = useTranslation()
  if (list.length === 0) return null
  return (
    <Section title={t('approvals:definition.versions')} flush>
      <List disablePadding sx={{ pb: 1 }}>
        {list.map(({ id, version, isCurrent, author, createdAt }) => (
          <ListItem key={id} disablePadding>
            <ListItemButton selected={id === shownId} aria-current={id === shownId} onClick={() => onShow(id)}>
              <ListItemText
                primary={t('approvals:definition.version', { version })}
                secondary={t('approvals:definition.savedBy', {
                  author: author ?? t('approvals:definition.byProduct'),
                  at: momentText(createdAt),
                })}
              />
              {isCurrent && <Chip size="small" color="success" variant="outlined" label={t('approvals:definition.inForce')} />}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Section>
  )
}
