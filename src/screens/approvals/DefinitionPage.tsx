import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APPROVAL_EDIT, type Definition, definitionCalls, FORM_CODES } from '#contract/approvals/definition'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { draftOf, type FlowDraft } from './flowDraft.ts'
import { FlowEditor } from './FlowEditor.tsx'
import { FlowView } from './FlowView.tsx'
import { Choice } from './NodesEditor.tsx'
import { type FlowPeople, useFlowPeople } from './useFlowPeople.ts'

/** The flows of approval: of each form which version is in force, every version before it, and the editor of the next one. */
export default function DefinitionPage() {
  const { t } = useTranslation()
  const [formCode, setFormCode] = useState(FORM_CODES[0])
  const [shownId, setShownId] = useState<number | null>(null)
  const [editing, setEditing] = useState<FlowDraft | null>(null)
  const people = useFlowPeople()
  const versions = useCall(definitionCalls.page, { query: { formCode, all: 1, page: 1, size: 0 } }, { staleTime: 0 })
  const list = versions.data?.content ?? []
  const current = list.find(({ isCurrent }) => isCurrent)
  const shown = list.find(({ id }) => id === shownId) ?? current
  const form = t(`approvals:form.${formCode}`)

  if (editing !== null)
    return (
      <Page title={t('approvals:definition.title')} lead={t('approvals:definition.editTitle', { form })}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 960px) minmax(280px, 1fr)' },
          }}
        >
          <FlowEditor
            begun={editing}
            newest={current}
            people={people}
            onDone={() => {
              setEditing(null)
              setShownId(null)
            }}
          />
          {current && (
            <Box sx={{ position: 'sticky', top: 0, display: { xs: 'none', lg: 'block' } }}>
              <Version of={current} people={people} />
            </Box>
          )}
        </Box>
      </Page>
    )
  return (
    <Page
      title={t('approvals:definition.title')}
      lead={t('approvals:definition.lead')}
      actions={
        <Permitted code={APPROVAL_EDIT}>
          <Button
            variant="contained"
            startIcon={<AddIcon />}
            disabled={!versions.isSuccess}
            onClick={() => setEditing(draftOf(formCode, form, current))}
          >
            {t('approvals:definition.edit')}
          </Button>
        </Permitted>
      }
    >
      {versions.isError && !versions.data ? (
        <ErrorState title={t('approvals:definition.listFailed')} error={versions.error} onRetry={() => void versions.refetch()} />
      ) : !versions.data ? (
        <SkeletonList rows={4} height={72} />
      ) : (
        <Box
          sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}
        >
          {shown ? (
            <Version of={shown} people={people} />
          ) : (
            <Section title={form}>
              <Typography sx={{ color: 'text.secondary' }}>{t('approvals:definition.none')}</Typography>
            </Section>
          )}
          <Stack sx={{ gap: 2 }}>
            {FORM_CODES.length > 1 && (
              <Choice
                label={t('approvals:column.formName')}
                value={formCode}
                options={FORM_CODES}
                words={(one) => t(`approvals:form.${one}`)}
                onChange={(one) => {
                  setFormCode(one)
                  setShownId(null)
                }}
              />
            )}
            {list.length > 0 && (
              <Section title={t('approvals:definition.versions')} flush>
                <List disablePadding sx={{ pb: 1 }}>
                  {list.map(({ id, version, isCurrent, author, createdAt }) => (
                    <ListItem key={id} disablePadding>
                      <ListItemButton selected={id === shown?.id} aria-current={id === shown?.id} onClick={() => setShownId(id)}>
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
            )}
          </Stack>
        </Box>
      )}
    </Page>
  )
}

/** One version of a flow, as it is read. */
function Version({ of: { name, version, isCurrent, whenNobody, whenApplicant, nodes }, people }: { of: Definition; people: FlowPeople }) {
  const { t } = useTranslation()
  return (
    <Section title={name} aside={<Mark version={version} isCurrent={isCurrent} />}>
      <Stack sx={{ gap: 1.5 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {`${t('crud:pair', { one: t('approvals:definition.whenNobody.label'), two: t(`approvals:definition.whenNobody.${whenNobody}`) })} · ${t('crud:pair', { one: t('approvals:definition.whenApplicant.label'), two: t(`approvals:definition.whenApplicant.${whenApplicant}`) })}`}
        </Typography>
        <FlowView nodes={nodes} people={people} />
      </Stack>
    </Section>
  )
}

function Mark({ version, isCurrent }: { version: number; isCurrent: boolean }) {
  const { t } = useTranslation()
  const words = t('approvals:definition.version', { version })
  return isCurrent ? (
    <Chip size="small" color="success" variant="outlined" label={`${words} · ${t('approvals:definition.inForce')}`} />
  ) : (
    <Chip size="small" variant="outlined" label={words} />
  )
}
