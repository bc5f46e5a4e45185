import arrowDownOutline from '@vscode/codicons/src/icons/arrow-down.svg';
import checkOutline from '@vscode/codicons/src/icons/check.svg';
import circleSlashOutline from '@vscode/codicons/src/icons/circle-slash.svg';
import copyOutline from '@vscode/codicons/src/icons/copy.svg';
import ellipsisOutline from '@vscode/codicons/src/icons/ellipsis.svg';
import errorOutline from '@vscode/codicons/src/icons/error.svg';
import exportFileOutline from '@vscode/codicons/src/icons/export.svg';
import eyeOutline from '@vscode/codicons/src/icons/eye.svg';
import eyeClosedOutline from '@vscode/codicons/src/icons/eye-closed.svg';
import filterOutline from '@vscode/codicons/src/icons/filter.svg';
import jsonOutline from '@vscode/codicons/src/icons/json.svg';
import loadingOutline from '@vscode/codicons/src/icons/loading.svg';
import passFilledOutline from '@vscode/codicons/src/icons/pass-filled.svg';
import playOutline from '@vscode/codicons/src/icons/play.svg';
import questionOutline from '@vscode/codicons/src/icons/question.svg';
import recordOutline from '@vscode/codicons/src/icons/record.svg';
import refreshOutline from '@vscode/codicons/src/icons/refresh.svg';
import warningOutline from '@vscode/codicons/src/icons/warning.svg';

/** An icon; each is exported separately, so that a page's bundle contains only those that it shows. */
export interface IconShape {
  readonly name: string;
  /** An SVG path, in tenths of a pixel. */
  readonly outline: string;
}

export const arrowDown: IconShape = { name: 'arrowDown', outline: arrowDownOutline };
export const check: IconShape = { name: 'check', outline: checkOutline };
export const circleSlash: IconShape = { name: 'circleSlash', outline: circleSlashOutline };
export const copy: IconShape = { name: 'copy', outline: copyOutline };
export const ellipsis: IconShape = { name: 'ellipsis', outline: ellipsisOutline };
export const error: IconShape = { name: 'error', outline: errorOutline };
export const exportFile: IconShape = { name: 'exportFile', outline: exportFileOutline };
export const eye: IconShape = { name: 'eye', outline: eyeOutline };
export const eyeClosed: IconShape = { name: 'eyeClosed', outline: eyeClosedOutline };
export const filter: IconShape = { name: 'filter', outline: filterOutline };
export const json: IconShape = { name: 'json', outline: jsonOutline };
export const loading: IconShape = { name: 'loading', outline: loadingOutline };
export const passFilled: IconShape = { name: 'passFilled', outline: passFilledOutline };
export const play: IconShape = { name: 'play', outline: playOutline };
export const question: IconShape = { name: 'question', outline: questionOutline };
export const record: IconShape = { name: 'record', outline: recordOutline };
export const refresh: IconShape = { name: 'refresh', outline: refreshOutline };
export const warning: IconShape = { name: 'warning', outline: warningOutline };

/** An icon as inline SVG, because a page loads nothing, including fonts. */
export function Icon({ of: { name, outline } }: { of: IconShape }) {
  return <svg class={`icon icon-${name}`} viewBox="0 0 160 160" aria-hidden="true"><path d={outline} /></svg>;
}
