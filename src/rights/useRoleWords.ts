import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type MatrixRow, ROLE_COLUMNS } from '#contract/organization/role'
import { asWordKey } from '#src/i18n/i18n.ts'
import { isPattern, type MatrixGroup } from './matrix.ts'

/** What pages, buttons, groups and patterns of rights are called. */
export function useRoleWords() {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      page: ({ title }: MatrixRow) => t(asWordKey(title)),
      act: (row: MatrixRow, code: string) => {
        if (code === row.view) return t('organization:role.view')
        const column = ROLE_COLUMNS.find((one) => row.buttons[one] === code)
        return column ? t(`organization:role.column.${column}`) : t(asWordKey(`organization:role.verb.${code.split('.ps.')[1]}`))
      },
      group: ({ module, group }: MatrixGroup) =>
        `${t(`frame:module.${module}`)} / ${group === null ? t('organization:role.outside') : t(asWordKey(`frame:menu.group.${group}`))}`,
      pattern: (code: string) => {
        if (code === '*') return t('organization:role.pattern.everything')
        return isPattern(code) ? t('organization:role.pattern.begin', { code: code.slice(0, -1) }) : code
      },
    }),
    [t],
  )
}
