import AddIcon from '@mui/icons-material/Add'
import Button, { type ButtonProps } from '@mui/material/Button'

/** Makes another one: of a list its first act, by `variant` less. */
export const AddButton = ((props: ButtonProps) => <Button variant="contained" startIcon={<AddIcon />} {...props} />) as typeof Button
