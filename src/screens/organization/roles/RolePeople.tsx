import AddIcon from '@mui/icons-material/PersonAddAlt'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ROLE_ASSIGN, type Role } from '#contract/organization/role'
import { usePermission } from '#src/session/usePermission.ts'
import { Section } from '#src/ui/Section.tsx'
import { AssignmentList, useRereadAssignments } from './AssignmentList.tsx'
import { GiveDialog } from './GiveDialog.tsx'

/** Who has a role, and in which bases. */
export function RolePeople({ role }: { role: Role }) {
  const { t } = useTranslation()
  const reread = useRereadAssignments()
  const mayAssign = usePermission(ROLE_ASSIGN) === true
  const [giving, setGiving] = useState(false)
  return (
    <Section
      title={t('organization:role.peopleTitle')}
      aside={
        mayAssign && (
          <Button size="small" startIcon={<AddIcon />} onClick={() => setGiving(true)}>
            {t('organization:role.give')}
          </Button>
        )
      }
    >
      <AssignmentList of={{ roleId: role.roleId }} none={t('organization:role.nobody')} />
      {giving && (
        <GiveDialog
          role={role}
          of={null}
          onClose={() => {
            setGiving(false)
            void reread()
          }}
        />
      )}
    </Section>
  )
}
