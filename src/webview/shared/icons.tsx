import arrowDown from '@vscode/codicons/src/icons/arrow-down.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import ellipsis from '@vscode/codicons/src/icons/ellipsis.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import exportFile from '@vscode/codicons/src/icons/export.svg';
import eye from '@vscode/codicons/src/icons/eye.svg';
import eyeClosed from '@vscode/codicons/src/icons/eye-closed.svg';
import filter from '@vscode/codicons/src/icons/filter.svg';
import json from '@vscode/codicons/src/icons/json.svg';
import loading from '@vscode/codicons/src/icons/loading.svg';
import passFilled from '@vscode/codicons/src/icons/pass-filled.svg';
import play from '@vscode/codicons/src/icons/play.svg';
import question from '@vscode/codicons/src/icons/question.svg';
import record from '@vscode/codicons/src/icons/record.svg';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';

const outlines = {
  arrowDown, check, circleSlash, copy, ellipsis, error, exportFile, eye, eyeClosed, filter, json, loading, passFilled, play, question, record, refresh, warning,
};

export type IconName = keyof typeof outlines;

/** An inline SVG, in tenths of a pixel: a page loads nothing, so it has no icon font. */
export function Icon({ name }: { name: IconName }) {
  return <svg class={`icon icon-${name}`} viewBox="0 0 160 160" aria-hidden="true"><path d={outlines[name]} /></svg>;
}
