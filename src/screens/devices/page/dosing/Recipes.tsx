import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dosingCalls, type Recipe } from '#contract/devices/dosing'
import { call, isFailure } from '#src/api/call.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { RecipeForm } from './RecipeForm.tsx'
import { channelLetter } from './useDoseWords.ts'

/** The recipes of the tenant; who may change the machine may change them. */
export function Recipes({ recipes, mayEdit, onChanged }: { recipes: readonly Recipe[]; mayEdit: boolean; onChanged: () => void }) {
  const { t, i18n } = useTranslation()
  const confirm = useConfirm()
  const [editing, setEditing] = useState<Recipe | 'new' | null>(null)
  const say = (value: number) => formatValue(value, i18n.language)
  const remove = async ({ id, name }: Recipe) => {
    const yes = await confirm({
      title: t('crud:pair', { one: t('devices:dosing.removeRecipe'), two: name }),
      text: t('devices:dosing.removeText'),
      confirm: t('devices:dosing.removeRecipe'),
      color: 'error',
    })
    if (!yes || isFailure(await call(dosingCalls.removeRecipe, { params: { id } }))) return
    toast('success', t('devices:dosing.recipeRemoved'))
    onChanged()
  }
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h3">{t('devices:dosing.recipes')}</Typography>
        {mayEdit && (
          <Button startIcon={<AddIcon />} onClick={() => setEditing('new')} sx={{ minHeight: 44 }}>
            {t('devices:dosing.newRecipe')}
          </Button>
        )}
      </Stack>
      {recipes.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('devices:dosing.noRecipes')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {recipes.map((one) => (
          <Stack key={one.id} component="li" direction="row" aria-label={one.name} sx={{ alignItems: 'center', gap: 1, py: 0.5 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.name}</Typography>
              <Typography variant="body2" color="text.secondary">
                {[
                  ...(one.ec === null ? [] : [`EC ${say(one.ec)} S/m`]),
                  ...(one.ph === null ? [] : [`pH ${say(one.ph)}`]),
                  ...one.channels.map(
                    ({ channel, amount }) => `${channelLetter(channel)} ${say(amount)} ${one.mode === 'share' ? '%' : 'L/m³'}`,
                  ),
                ].join(' · ')}
              </Typography>
            </Box>
            {mayEdit && (
              <>
                <IconButton
                  aria-label={t('crud:pair', { one: t('devices:dosing.editRecipe'), two: one.name })}
                  onClick={() => setEditing(one)}
                  sx={{ minWidth: 44, minHeight: 44 }}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
                <IconButton
                  aria-label={t('crud:pair', { one: t('devices:dosing.removeRecipe'), two: one.name })}
                  onClick={() => void remove(one)}
                  sx={{ minWidth: 44, minHeight: 44 }}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </>
            )}
          </Stack>
        ))}
      </Box>
      {editing !== null && (
        <RecipeForm
          key={editing === 'new' ? 'new' : editing.id}
          of={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            onChanged()
          }}
        />
      )}
    </Box>
  )
}
