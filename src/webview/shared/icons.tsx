// Each icon is exported separately, so that a page bundle contains only the icons in use.
export { default as arrowDown } from '@vscode/codicons/src/icons/arrow-down.svg';
export { default as circleSlash } from '@vscode/codicons/src/icons/circle-slash.svg';
export { default as copy } from '@vscode/codicons/src/icons/copy.svg';
export { default as ellipsis } from '@vscode/codicons/src/icons/ellipsis.svg';
export { default as error } from '@vscode/codicons/src/icons/error.svg';
export { default as exportFile } from '@vscode/codicons/src/icons/export.svg';
export { default as eye } from '@vscode/codicons/src/icons/eye.svg';
export { default as eyeClosed } from '@vscode/codicons/src/icons/eye-closed.svg';
export { default as filter } from '@vscode/codicons/src/icons/filter.svg';
export { default as loading } from '@vscode/codicons/src/icons/loading.svg';
export { default as passFilled } from '@vscode/codicons/src/icons/pass-filled.svg';
export { default as play } from '@vscode/codicons/src/icons/play.svg';
export { default as question } from '@vscode/codicons/src/icons/question.svg';
export { default as record } from '@vscode/codicons/src/icons/record.svg';
export { default as refresh } from '@vscode/codicons/src/icons/refresh.svg';
export { default as warning } from '@vscode/codicons/src/icons/warning.svg';

/** `d` attribute of an SVG path that fits in 16 × 16 pixels. */
export type IconShape = string;

/** Renders an icon as inline SVG, because pages cannot load fonts. */
export function Icon({ of: outline, name }: { of: IconShape; name?: string | undefined }) {
  return (
    <svg
      class={name === undefined ? 'icon' : `icon icon-${name}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={outline} />
    </svg>
  );
}
