import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dosingCalls, type Recipe } from '#contract/devices/dosing'
import { call } from '#src/api/call.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { PartList } from '../../PartList.tsx'
import { useTakingAway } from '../../useTakingAway.ts'
import { RecipeForm } from './RecipeForm.tsx'
import { channelLetter } from './useDoseWords.ts'

/** The recipes of the tenant; who may change the machine may change them. */
export function Recipes({ recipes, mayEdit, onChanged }: { recipes: readonly Recipe[]; mayEdit: boolean; onChanged: () => void }) {
  const { t, i18n } = useTranslation()
  const takeAway = useTakingAway()
  const [editing, setEditing] = useState<Recipe | 'new' | null>(null)
  const say = (value: number) => formatValue(value, i18n.language)
  const remove = async ({ id, name }: Recipe) => {
    const asked = {
      title: t('crud:pair', { one: t('devices:dosing.removeRecipe'), two: name }),
      text: t('devices:dosing.removeText'),
      confirm: t('devices:dosing.removeRecipe'),
      done: t('devices:dosing.recipeRemoved'),
    }
    if (await takeAway(asked, () => call(dosingCalls.removeRecipe, { params: { id } }, { quiet: true }))) onChanged()
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
      <PartList
        parts={recipes}
        empty={t('devices:dosing.noRecipes')}
        words={{ edit: t('devices:dosing.editRecipe'), remove: t('devices:dosing.removeRecipe') }}
        says={(one) => [
          ...(one.ec === null ? [] : [`EC ${say(one.ec)} S/m`]),
          ...(one.ph === null ? [] : [`pH ${say(one.ph)}`]),
          ...one.channels.map(({ channel, amount }) => `${channelLetter(channel)} ${say(amount)} ${one.mode === 'share' ? '%' : 'L/m³'}`),
        ]}
        mayEdit={mayEdit}
        onEdit={setEditing}
        onRemove={(one) => void remove(one)}
      />
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
