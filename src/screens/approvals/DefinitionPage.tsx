import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APPROVAL_EDIT, definitionCalls, FORM_CODES } from '#contract/approvals/definition'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Page } from '#src/ui/Page.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { draftOf, type FlowDraft } from './flowDraft.ts'
import { FlowEditor } from './FlowEditor.tsx'
import { FlowVersion } from './FlowVersion.tsx'
import { FlowVersions } from './FlowVersions.tsx'
import { Choice } from './NodesEditor.tsx'
import { useFlowPeople } from './useFlowPeople.ts'

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
              <FlowVersion of={current} people={people} trial={false} />
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
      <QueryGate title={t('approvals:definition.listFailed')} query={versions} waiting={<SkeletonList rows={4} height={72} />}>
        {() => (
          <Box
            sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}
          >
            {shown ? (
              <FlowVersion of={shown} people={people} />
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
              <FlowVersions list={list} shownId={shown?.id} onShow={setShownId} />
            </Stack>
          </Box>
        )}
      </QueryGate>
    </Page>
  )
}
