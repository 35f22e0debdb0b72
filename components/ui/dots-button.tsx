import type { ComponentProps } from 'react';
import { type ButtonSize, squareButtonStyle } from './button-style';

/** Opens a menu of what is done rarely. */
export const DotsButton = ({ size = 'compact', ...button }: ComponentProps<'button'> & { size?: ButtonSize }) => (
  <button type="button" aria-haspopup="menu" {...button} className={`${squareButtonStyle('quiet', size)} dots`} />
);
